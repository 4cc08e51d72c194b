"""What no player runs: bots, and the games that they play to measure balance, speed, faults and seeds; puzzles, fonts.

The learning environment, the laboratory's commands and those of packs and puzzles are here as well.
"""
