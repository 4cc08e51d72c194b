"""The room that most tests of the public arena are played in."""

ROOM = """
    #######
    #@.g.>#
    #.!..<#
    #######
"""


LEGEND = {"g": "Goblin", "!": "Health Potion"}
