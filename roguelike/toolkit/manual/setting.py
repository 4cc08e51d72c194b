"""Sets Markdown in lines of coloured text, with the current keys in place of the default ones on the page.

A page names an action behind a key: `o`<!--explore--> is its main key, `o`<!--keys explore--> all of them. Readers on
the web see the default key (a test compares), players the one that they have bound. Where a page has <!--every key-->
the whole key table stands, so that a new command is on the page by itself.

The topics of the manual: the files of `manual/` in the data folder and in the packs over it.

`index.md` lists them in order; pages that it does not list, such as those of packs, follow in alphabetical order.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import zip_longest
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from roguelike.core import data_path
from roguelike.core.records import Record
from roguelike.toolkit.keymap import ACTIONS, GROUPS, Keymap, shown_key
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.widgets.text import Segment, clip, length_of, wrap_segments

Line = list[Segment]
Block = list[Line]
"""Lines that belong together, often beginning with a heading."""
ACTION = re.compile(r"<!--(keys )?(\w+)-->")
EVERY_KEY = "<!--every key-->"
NO_KEY = "(no key)"
GUTTER = "  "
MOST_CELL = 30
"""Maximum columns of a table's cells, except in the last column, which gets the rest."""


def written(text: str) -> list[tuple[str, str, bool]]:
    """List the keys of actions that a page shows: the action, the key, whether it stands for all of them."""
    found = []
    for node in _parsed(text).walk():
        for code, comment in _pairs(node):
            action = ACTION.fullmatch(comment.content)
            if code.type == "code_inline" and action is not None:
                found.append((action[2], code.content, bool(action[1])))
    return found


def all_keys(keymap: Keymap, action: str) -> list[str]:
    """Return all keys of an action in readable form."""
    return [*map(shown_key, keymap.keys(action))] or [NO_KEY]


def packed(keys: list[str]) -> list[str]:
    """Put keys side by side into lines of a table cell, none split over two lines."""
    lines = [""]
    for key in keys:
        joined = f"{lines[-1]}  {key}" if lines[-1] else key
        if len(joined) <= MOST_CELL or not lines[-1]:
            lines[-1] = clip(joined, MOST_CELL)
        else:
            lines.append(clip(key, MOST_CELL))
    return lines


class Setter:
    """Sets pages in one palette, with the keys of one keymap."""

    def __init__(self, palette: Palette, keymap: Keymap, *, is_plain: bool = False) -> None:
        """Set for the screen or, with `is_plain`, without colours: code in backquotes, titles underlined."""
        self._palette, self._keymap, self._is_plain = palette, keymap, is_plain

    def blocks(self, text: str, width: int) -> list[Block]:
        """Set a page in lines of at most `width` cells; a heading is in one block with what follows it."""
        blocks: list[Block] = []
        heading: Block = []
        for node in _parsed(text).children:
            lines = list(self._lines(node, width))
            if node.type == "heading":
                heading += lines
            elif lines:
                blocks.append(heading + lines)
                heading = []
        return [*blocks, *([heading] if heading else [])]

    def _lines(self, node: SyntaxTreeNode, width: int) -> Iterator[Line]:
        """Set one block of a page."""
        palette = self._palette
        match node.type:
            case "heading":
                colour = palette.title if node.tag in ("h1", "h2") else palette.heading
                parts = (each for each in node.walk() if each.type in ("text", "code_inline"))
                title = "".join(each.content for each in parts)
                yield from wrap_segments([(title, colour)], width)
                if self._is_plain:
                    yield [(("=" if node.tag == "h1" else "-") * len(title), colour)]
            case "paragraph":
                if words := self._words(node.children[0]):
                    yield from wrap_segments(words, width)
            case "bullet_list" | "ordered_list":
                for number, item in enumerate(node.children, 1):
                    mark = "• " if node.type == "bullet_list" else f"{number}. "
                    yield from self._item(item, mark, width)
            case "fence" | "code_block":
                for line in node.content.rstrip("\n").split("\n"):
                    yield [(GUTTER, palette.text), (clip(line, width - len(GUTTER)), palette.item)]
            case "table":
                yield from self._table(node, width)

    def _item(self, node: SyntaxTreeNode, mark: str, width: int) -> Iterator[Line]:
        """Set an item of a list: its mark before the first line, blanks before all others."""
        before = mark
        for child in node.children:
            for line in self._lines(child, width - len(mark)):
                yield [(before, self._palette.dim), *line]
                before = " " * len(mark)

    def _table(self, node: SyntaxTreeNode, width: int) -> Iterator[Line]:
        """Set a table: every column but the last as wide as it needs to be, the last with the rest."""
        rows = [
            [self._words(cell.children[0]) if cell.children else [] for cell in row.children]
            for part in node.children
            for row in part.children
        ]
        columns = len(rows[0])
        wide = [
            min(MOST_CELL, max(length_of(row[at]) for row in rows)) for at in range(columns - 1)
        ]
        wide.append(max(1, width - sum(wide) - len(GUTTER) * (columns - 1)))
        for number, row in enumerate(rows):
            cells = [
                wrap_segments(_recoloured(cell, self._palette.dim) if not number else cell, room)
                for cell, room in zip(row, wide, strict=True)
            ]
            for parts in zip_longest(*cells, fillvalue=[]):
                yield self._joined(parts, wide)

    def _joined(self, parts: Sequence[Line], wide: Sequence[int]) -> Line:
        """Set the cells of one line side by side."""
        line: Line = []
        for part, room in zip(parts[:-1], wide[:-1], strict=True):
            blank = " " * (room - length_of(part)) + GUTTER
            line += [*part, (blank, self._palette.text)]
        return [*line, *parts[-1]]

    def _words(self, node: SyntaxTreeNode, colour: str = "text") -> Line:
        """Return the words of a line of text, each in its colour."""
        words: Line = []
        for part, after in _pairs(node):
            words += self._word(part, after, colour)
        return words

    def _word(self, node: SyntaxTreeNode, after: SyntaxTreeNode, colour: str) -> Line:
        """Return one piece of a line of text; `after` is what follows it."""
        palette = self._palette
        match node.type:
            case "text":
                return [(node.content, palette.role(colour))]
            case "softbreak":
                return [(" ", palette.text)]
            case "hardbreak":
                return [("\n", palette.text)]
            case "code_inline":
                return [self._code(node.content, after.content)]
            case "strong":
                return self._words(node, "heading")
            case "em" | "link":
                return self._words(node, colour)
        return []

    def _code(self, code: str, comment: str) -> Segment:
        """Return code unchanged, or the current keys of the action named in a comment after it."""
        action = ACTION.fullmatch(comment)
        if action is None:
            return self._quoted(code), self._palette.item
        if action[1]:
            return "\n".join(packed(all_keys(self._keymap, action[2]))), self._palette.key
        return self._quoted(self._keymap.hint(action[2]) or NO_KEY), self._palette.key

    def _quoted(self, code: str) -> str:
        """Return code in backquotes if there are no colours to tell it from other text."""
        return f"`{code}`" if self._is_plain else code


@lru_cache(maxsize=64)
def _parsed(text: str) -> SyntaxTreeNode:
    """Parse Markdown, including tables, into a tree."""
    return SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(text))


_NOTHING = SyntaxTreeNode(MarkdownIt("commonmark").parseInline("-")).children[0].children[0]
"""Stands for what follows the last piece of a line."""


def _pairs(node: SyntaxTreeNode) -> list[tuple[SyntaxTreeNode, SyntaxTreeNode]]:
    """List the pieces of a node, each with the next one."""
    parts = node.children
    return [*zip(parts, [*parts[1:], _NOTHING], strict=False)] if parts else []


def _recoloured(words: Line, colour: tuple[int, int, int]) -> Line:
    """Return a line all in one colour."""
    return [(text, colour) for text, _ in words]


FOLDER, INDEX = "manual", "index"
MOST_BYTES = 200_000
LINK = re.compile(r"\]\(([\w-]+)\.md\)")
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


class Topic(Record):
    """A page of the manual: its name in commands, its heading, and its text in Markdown."""

    name: str
    title: str
    text: str


def topics(folders: Sequence[Path]) -> list[Topic]:
    """Return the topics of some data folders in order, later folders over earlier ones; without the index."""
    texts: dict[str, str] = {}
    for folder in folders:
        for file in sorted((folder / FOLDER).glob("*.md")):
            text = _text_of(file)
            # Packs may add pages, but the index stays the game's.
            if text is not None and not (file.stem == INDEX and INDEX in texts):
                texts[file.stem] = text.replace(EVERY_KEY, key_tables())
    first = LINK.findall(texts.pop(INDEX, ""))
    order = dict.fromkeys([*(name for name in first if name in texts), *sorted(texts)])
    return [Topic(name, _title_of(name, texts[name]), texts[name]) for name in order]


@cache
def key_tables() -> str:
    """Return a table for each group of actions, with the keys that the game comes with."""
    return "\n".join(line for group in GROUPS for line in _table_of(group))


def _table_of(group: str) -> Iterator[str]:
    """Yield the lines of one group's table."""
    yield from (f"## {group}", "", "| Keys | What they do |", "|---|---|")
    for action in ACTIONS:
        if action.group == group:
            keys = "  ".join(all_keys(Keymap(), action.name))
            yield f"| `{keys}`<!--keys {action.name}--> | {action.label} |"
    yield ""


def _text_of(file: Path) -> str | None:
    """Return the text of a page; None if it cannot be read or is not a page."""
    try:
        data_path.check_plain(file, MOST_BYTES)
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None


def _title_of(name: str, text: str) -> str:
    """Return the first heading of a page, or else its name."""
    found = TITLE.search(text)
    return found[1].strip() if found else name.replace("-", " ").capitalize()
