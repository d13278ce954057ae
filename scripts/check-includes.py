#!/usr/bin/env python3
"""Checks that every folder of src/ includes only what it may.

The folders are the stages of the data flow, so an include against the stream is a design
mistake, found here rather than by a reader.  The table below is the only place that says
what is allowed; a folder may always include itself and the standard library.
"""

import re
import sys
from pathlib import Path

# folder: folders (or single headers) of src/ that it may include
ALLOWED = {
    "base": [],
    "runtime": [],
    "paths": ["base"],
    "expr": ["base", "runtime/ops.def", "runtime/abi.h"],
    "solve": ["base", "expr"],
    "model": ["base", "runtime"],
    "frontend": ["base"],
    "frontend/plugin": ["runtime"],
    "execute": ["base", "expr", "model", "runtime"],
    "coverage": ["base", "model", "frontend"],
    "evolve": ["base", "frontend", "expr", "solve", "model", "execute", "runtime"],
    "search": ["base", "paths", "expr", "solve", "model", "execute", "coverage", "evolve", "runtime"],
    "suite": ["base", "expr", "model", "frontend", "execute", "coverage", "search", "runtime"],
    "program": ["base", "model", "frontend", "execute", "coverage", "search", "suite", "runtime"],
}

SOURCES = {".h", ".c", ".cpp", ".def"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')


def folder_of(path):
    """The row of the table that rules a path relative to src/; the longest one wins."""
    rows = [row for row in ALLOWED if path.startswith(row + "/")]
    return max(rows, key=len, default=None)


def included(source, file, text):
    """The included file relative to src/, or None when it is not one of ours."""
    for base in (file.parent, source):
        target = (base / text).resolve()
        if target.is_file() and target.is_relative_to(source):
            return str(target.relative_to(source))
    return None


def complaints(source):
    for file in sorted(source.rglob("*")):
        if file.suffix not in SOURCES:
            continue
        name = str(file.relative_to(source))
        folder = folder_of(name)
        if folder is None:
            yield f"src/{name}:1: its folder is not in the table of scripts/check-includes.py; add a row"
            continue
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            target = match and included(source, file, match.group(1))
            if not target:
                continue
            if folder_of(target) == folder or folder_of(target) in ALLOWED[folder]:
                continue
            if target in ALLOWED[folder]:
                continue
            allowed = ", ".join(ALLOWED[folder]) or "nothing else"
            yield f"src/{name}:{number}: includes {target}; {folder} may include {allowed}"


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    found = list(complaints((root / "src").resolve()))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
