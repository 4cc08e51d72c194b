"""A terminal of glass: it reads what the painter writes, and shows what a player would see."""

import re

PARAMETER = r"[34]8;2;\d+;\d+;\d+|[34]8;5;\d+|\d+"
STEPS = {"A": (0, -1), "B": (0, 1), "C": (1, 0), "D": (-1, 0)}
TOKEN = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|(.)", re.DOTALL)


def pen_after(pen: str, parameters: str) -> str:
    """Return what the parameters of an SGR sequence make of a pen, in one order: letters, ground."""
    fore, back = "", ""
    if parameters in ("", "0"):
        return ""
    for part in re.findall(PARAMETER, f"{pen};{parameters}"):
        if part.startswith(("4", "10")):
            back = part
        else:
            fore = part
    return f"{fore};{back}" if back else fore


class Glass:
    """A terminal's screen, as far as the painter uses one."""

    def __init__(self, columns: int, rows: int) -> None:
        self.cells = {(x, y): (" ", "") for x in range(columns) for y in range(rows)}
        self.at, self.pen, self.pens = (0, 0), "", set[str]()
        self.is_cursor_shown = False

    def write(self, data: bytes) -> None:
        for parameters, final, character in TOKEN.findall(data.decode()):
            x, y = self.at
            if character == "\b":
                assert (x, y) in self.cells, "where this leads from, terminals do not agree"
                self.at = x - 1, y
            elif character:
                assert (x, y) in self.cells, "wrote outside the screen"
                self.cells[x, y] = (character, self.pen)
                self.at = x + 1, y
            elif final == "H":
                row, _, column = parameters.partition(";")
                self.at = int(column or 1) - 1, int(row) - 1
            elif final in STEPS:
                right, down = STEPS[final]
                assert (x, y) in self.cells, "where this leads from, terminals do not agree"
                self.at = x + right * int(parameters or 1), y + down * int(parameters or 1)
            elif final == "m":
                self.pen = pen_after(self.pen, parameters)
                self.pens.add(parameters)
            elif (parameters, final) == ("2", "J"):
                self.cells = dict.fromkeys(self.cells, (" ", ""))
            elif parameters == "?25":
                self.is_cursor_shown = final == "h"
            else:
                assert final in "hl"
                assert parameters == "?2026"

    def rows(self) -> list[str]:
        columns = max(x for x, _ in self.cells) + 1
        glyphs = [
            self.cells[x, y][0] for y in range(len(self.cells) // columns) for x in range(columns)
        ]
        return ["".join(glyphs[i : i + columns]) for i in range(0, len(glyphs), columns)]
