#!/usr/bin/env python3
"""Runs `espalier generate` on every function of files from distribution source packages.

usage: scripts/real-code.py ESPALIER WORK_DIRECTORY [--budget 1s] [--only NAME]

Fetches the sources with apt-get (a private list of packages, nothing is installed), runs each file as a user
would, and prints a table in Markdown: functions with a harness, functions whose goals are all covered or
proved, goals, findings, and whether every generated test compiles and passes.
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

# package, file, flags
FILES = [
    ("zlib", "adler32.c", ["-I."]),
    ("zlib", "crc32.c", ["-I."]),
    ("jansson", "src/utf.c", ["-Isrc", "-DHAVE_STDINT_H"]),
    ("giflib", "gifalloc.c", ["-I."]),
    ("bzip2", "huffman.c", ["-I."]),
    ("utf8proc", "utf8proc.c", ["-I."]),
    ("cjson", "cJSON.c", ["-I."]),
]


def fetch(work: pathlib.Path, package: str) -> pathlib.Path:
    found = [p for p in sorted(work.glob(package + "-*")) if p.is_dir()]
    if found:
        return found[0]
    (work / "lists").mkdir(parents=True, exist_ok=True)
    (work / "sources.list").write_text("deb-src http://deb.debian.org/debian bookworm main\n")
    (work / "apt.conf").write_text(
        f'Dir::Etc::sourcelist "{work}/sources.list";\nDir::Etc::sourceparts "-";\n'
        f'Dir::State::lists "{work}/lists";\nDir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\n')
    environment = {**os.environ, "APT_CONFIG": str(work / "apt.conf")}
    if not any((work / "lists").glob("*Sources*")):
        subprocess.run(["apt-get", "update", "-qq"], env=environment, check=True)
    subprocess.run(["apt-get", "source", "-qq", package], env=environment, cwd=work, check=True,
                   stdout=subprocess.DEVNULL)
    return fetch(work, package)


def run(espalier, work, package, file, flags, budget):
    directory = fetch(work, package)
    command = [espalier, "generate", file, "--budget", budget, "--json", "--out", str(work / "out" / package),
               "--", *flags]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    return done, json.loads(lines[0]) if lines else None


def reasons(result):
    """Why goals are unknown, the most frequent first."""
    counted = collections.Counter()
    for unit in result.get("units", [result]):
        for goal in unit.get("open_goals", []):
            if goal["verdict"] == "unknown":
                counted[goal["why"].split(": ")[-1] if "approximated" in goal["why"] else goal["why"]] += 1
    return counted


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("espalier")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--budget", default="1s")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    work = options.work.absolute()
    work.mkdir(parents=True, exist_ok=True)
    print("| file | functions | with a harness | all goals decided | goals | covered | infeasible | findings | exit |")
    print("|---|---|---|---|---|---|---|---|---|")
    why = collections.Counter()
    bad = 0
    for package, file, flags in FILES:
        if options.only and options.only not in file:
            continue
        done, result = run(str(pathlib.Path(options.espalier).absolute()), work, package, file, flags, options.budget)
        if result is None:
            bad += 1
            print(f"| {package}/{file} | | | | | | | | {done.returncode}: {done.stderr.strip().splitlines()[-1:]} |")
            continue
        units = result.get("units", [result])
        decided = sum(u["goals"]["unknown"] == 0 for u in units)
        goals = result["goals"]
        functions = len(units) + len(result["skipped"])
        print(f"| {package}/{file} | {functions} | {len(units)} | {decided} | {goals['total']} | {goals['covered']} "
              f"| {goals['infeasible']} | {len(result['findings'])} | {done.returncode} |", flush=True)
        why.update(reasons(result))
        bad += done.returncode not in (0, 1, 4)
        for line in done.stderr.splitlines()[:3]:
            print("  " + line, file=sys.stderr)
    print("\nWhy goals are unknown:\n")
    for reason, count in why.most_common(12):
        print(f"- {count}: {reason}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
