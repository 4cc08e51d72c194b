"""Tools that no player runs: bots, and the games they play to measure balance, speed, faults and seeds; puzzles, fonts.

The learning environment, the laboratory's commands and those for packs and puzzles are here as well.
"""
