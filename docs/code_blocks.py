"""The code blocks of a page of Markdown, for tests of what they say."""
import dataclasses
import re


@dataclasses.dataclass
class Block:
    language: str  # "toml"; empty: none is named, or the block is indented
    fenced: bool
    lines: list = dataclasses.field(default_factory=list)  # (number in the page, text without indentation)

    def text(self):
        return "".join(text + "\n" for _, text in self.lines)


def code_blocks(path):
    """In the order of the page. Lines that go on behind a backslash are one."""
    blocks, block, fenced, empty, begun = [], None, False, True, None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            fence = re.match(r"\s*(?:```|~~~)(\w*)", line)
            if fence:
                fenced = not fenced
                block = Block(fence[1], True) if fenced else None
                blocks += [block] if fenced else []
            elif fenced or line.startswith("    "):
                if block is None and empty:  # otherwise a paragraph or an item of a list goes on
                    block = Block("", False)
                    blocks.append(block)
                if block is not None:
                    first, text = begun or (number, "")
                    text += line.strip()
                    begun = (first, text[:-1]) if text.endswith("\\") else None
                    if begun is None:
                        block.lines.append((first, text))
            elif line:
                block = None
            empty = line == "" or bool(fence)
    return blocks
