#!/usr/bin/env bash
# Options, --help, the manual page, the completions and the user guide tell of the same options.
set -u
espalier=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

"$espalier" manual >"$work/manual" || fail "espalier manual"
for shell in bash zsh fish; do "$espalier" completion $shell >"$work/$shell" || fail "completion $shell"; done
"$espalier" completion tcsh 2>"$work/error" && fail "an unknown shell is no error"
grep -q "choose bash, zsh or fish" "$work/error" || fail "an unknown shell is not explained"

options_in() { grep -oE -- '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,' | sort -u; }
# The section of a command in the manual page, with its escapes undone.
section() { sed 's/\\-/-/g; s/\\f[A-Z]//g' "$work/manual" | awk -v s=".SH ESPALIER ${1^^}" '$0 == s {on = 1; next} /^\.SH/ {on = 0} on'; }

commands=$("$espalier" --help | awk '/^Subcommands:/ {on = 1; next} /^[^ ]/ {on = 0} on && /^  [a-z]/ {print $1}')
[ "$(wc -w <<<"$commands")" -ge 8 ] || fail "commands: $commands"
for command in $commands; do
  # Options start their line in --help; others are mentioned in explanations.
  "$espalier" "$command" --help | grep -oE '^  -[a-z-]+(,-[a-z-]+)*' | tr -d ' ' | tr ',' '\n' | sort -u >"$work/help"
  section "$command" | grep -A1 '^\.TP' | grep -E '^--?[a-z]' | sed 's/ VALUE$//; s/, /\n/g' | sort -u >"$work/page"
  diff "$work/help" "$work/page" >"$work/diff" || fail "$command: --help and the manual page differ: $(cat "$work/diff")"
  [ -s "$work/help" ] || fail "$command has no options, not even --help"
  while read -r option; do
    grep -qE "(^|[ '])${option}([ ']|\$)" "$work/bash" || fail "bash does not know $command $option"
    grep -qF -- "'*${option}[" "$work/zsh" || fail "zsh does not know $command $option"
    grep "seen_subcommand_from $command'" "$work/fish" | grep -qE -- "-(l|s) ${option##*-} |-l ${option#--} " || fail "fish does not know $command $option"
    [ "$command" != generate ] || [ "$option" = --help ] || [ "$option" = -h ] ||
      grep -qE -- "${option}([^a-z-]|\$)" "$source/docs/user-guide.md" || fail "the user guide does not tell of $option"
  done <"$work/help"
done
# The experiments are a program of their own, which takes the same options.
options_of() { "$@" --help | grep -oE '^  -[a-z-]+(,-[a-z-]+)*' | sort -u; }
diff <(options_of "$espalier" bench) <(options_of "$(dirname "$espalier")/espalier_bench" | grep -v -- --list) ||
  fail "espalier bench and the experiments take other options"
bash -n "$work/bash" || fail "bash does not read its completion"
reply=$(bash -c "source $work/bash; COMP_WORDS=(espalier generate --strategy c); COMP_CWORD=3; _espalier; echo \${COMPREPLY[*]}")
grep -q cgs <<<"$reply" || fail "bash completes --strategy c to: $reply"
reply=$(bash -c "source $work/bash; COMP_WORDS=(espalier re); COMP_CWORD=1; _espalier; echo \${COMPREPLY[*]}")
[ "$reply" = "replay report" ] || fail "bash completes re to: $reply"

[ $failures -eq 0 ] || echo "$failures failures"
exit $((failures > 0))
