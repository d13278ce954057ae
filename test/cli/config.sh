#!/usr/bin/env bash
# .espalier.toml in a parent directory gives defaults and what is known of parameters; its mistakes are told
# with their line.
# Usage: config.sh ESPALIER
. "$(dirname "$0")/setup.sh"
mkdir -p project/src
cd project/src

# complains PATTERN: this configuration (standard input) is an error of the user, in one line.
complains() {
  cat >../.espalier.toml
  timeout 60 "$espalier" generate f.c:f --no-verify >out 2>err
  local got=$?
  if [ $got -ne 2 ] || [ "$(wc -l <err)" -ne 1 ] || [ -s out ] || ! grep -Eq "$1" err; then
    fail "exit $got, expected 2; pattern: $1; stderr: $(cat err)"
  fi
}

# says PATTERN ARGUMENTS...: the JSON object that is printed matches.
says() {
  local pattern=$1
  shift
  timeout 60 "$espalier" generate f.c:f --no-verify --json "$@" >out 2>err || fail "exit $?: $(cat err)"
  grep -Eq "$pattern" out || fail "pattern: $pattern; stdout: $(cat out)"
}

cat >f.c <<'C'
int f(int a, const int *p) {
  if (a > 10) return 1;
  if (p == 0) return 2;
  return *p;
}
C

printf '[generate]\nseed = 42\nkeep-all = true\nbudget = "5s"\n' >../.espalier.toml
says '"seed":42'
says '"seed":7' --seed 7 # the command line comes first

cat >../.espalier.toml <<'T'
[function.f.parameter.a]
range = [0, 10]
[function.f.parameter.p]
non-null = true
T
says '"goals":\{"total":4,"covered":2,"infeasible":2,"unknown":0\}'
printf '' >.espalier.toml # the nearest one counts
says '"goals":\{"total":4,"covered":4,'
rm .espalier.toml

complains '\.espalier\.toml:2: .+; .+' <<<$'[generate]\nseed = = 3'
complains "\.espalier\.toml:2: 'buget' is no option.+; did you mean 'budget'\?" <<<$'[generate]\nbuget = "3s"'
complains "\.espalier\.toml:1: 'generat' is not known here; did you mean 'generate'\?" <<<'[generat]'
complains '\.espalier\.toml:2: .+seed.+; .+' <<<$'[generate]\nseed = -1'
complains "\.espalier\.toml:2: 'whole' is a switch; write true or false" <<<$'[generate]\nwhole = 3'
complains "\.espalier\.toml:3: 'rang' is not known here; did you mean 'range'\?" \
  <<<$'\n[function.f.parameter.a]\nrang = [1, 2]'
complains "\.espalier\.toml:2: the range \[3, 2\] is empty; .+" <<<$'[function.f.parameter.a]\nrange = [3, 2]'
complains "\.espalier\.toml:2: 'range' must be two integers; .+" <<<$'[function.f.parameter.a]\nrange = 3'
complains "\.espalier\.toml:2: 'non-null' must be true or false; .+" <<<$'[function.f.parameter.p]\nnon-null = 1'
complains "\.espalier\.toml:1: .*no parameter 'x'.*; .+" <<<'[function.f.parameter.x]'

[ $failures -eq 0 ] || echo "$failures failures"
exit $((failures != 0))
