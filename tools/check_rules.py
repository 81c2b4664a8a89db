"""Checks the rules written for people against what proves them, for every game.

Every numbered rule of `rules.en.md` needs a test marked `@pytest.mark.rule("<game>", "<number>", …)`; `rules.ru.md`
has the same numbers in the same order; no mark, and no refusal in the game's code, cites a number that isn't there.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("en", "ru")
NUMBERED = re.compile(r"^\*\*(\d+\.\d+)\*\* \S")
CITED = re.compile(r"\d+\.\d+")


def rule_numbers(text: str) -> list[str]:
    """The numbers of a rules file, in the order they stand there."""
    return [match.group(1) for line in text.splitlines() if (match := NUMBERED.match(line))]


def proved(source: str) -> set[tuple[str, str]]:
    """Game and number of every rule that a test in this source is marked with."""
    found: set[tuple[str, str]] = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                game, *numbers = [ast.literal_eval(each) for each in mark.args]
                found |= {(game, number) for number in numbers}
    return found


def cited(source: str) -> set[str]:
    """The rule numbers that refusals name: strings that are nothing but a number, as code has them nowhere else."""
    return {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CITED.fullmatch(node.value)
    }


def faults_of(name: str, folder: Path, marks: set[tuple[str, str]]) -> Iterator[str]:
    """What is wrong with one game, a line for each fault."""
    texts = {language: (folder / f"rules.{language}.md").read_text("utf-8") for language in LANGUAGES}
    numbers = rule_numbers(texts["en"])
    if not numbers:
        yield f"{name}: rules.en.md has no numbered rule"
    for number in sorted({each for each in numbers if numbers.count(each) > 1}):
        yield f"{name}: rule {number} stands twice"
    for language in LANGUAGES[1:]:
        if rule_numbers(texts[language]) != numbers:
            yield f"{name}: rules.{language}.md has other numbers than rules.en.md"
    tested = {number for game, number in marks if game == name}
    for number in numbers:
        if number not in tested:
            yield f"{name}: rule {number} has no test"
    for number in sorted(tested - set(numbers)):
        yield f"{name}: a test cites rule {number}, which there isn't"
    for path in sorted(folder.rglob("*.py")):
        for number in sorted(cited(path.read_text("utf-8")) - set(numbers)):
            yield f"{name}: {path.name} cites rule {number}, which there isn't"


def faults(root: Path) -> list[str]:
    marks: set[tuple[str, str]] = set()
    for path in sorted((root / "tests").rglob("test_*.py")):
        marks |= proved(path.read_text("utf-8"))
    found: list[str] = []
    for rules in sorted((root / "src" / "roundhouse" / "games").glob("*/rules.en.md")):
        found += faults_of(rules.parent.name, rules.parent, marks)
    return found


def main() -> int:
    found = faults(ROOT)
    for fault in found:
        print(fault)
    print(f"Rules for people: {len(found) or 'no'} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
