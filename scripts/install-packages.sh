#!/usr/bin/env bash
# Installs the Debian 12 packages that Espalier is built from and tested with.
#
# Only what is missing is installed, so a second run needs neither network nor root.
set -euo pipefail

needed=(
  # the compiler whose pass we are, and the judges that confirm our coverage
  clang-19 llvm-19 llvm-19-dev libclang-19-dev libclang-rt-19-dev clang-format-19 clang-tidy-19
  g++ gcc cmake ninja-build ccache make pkg-config git python3
  # libraries of the driver
  libz3-dev libcadical-dev libsymfpu-dev libgmp-dev libcli11-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev
  # libraries of the tests and benchmarks
  libgtest-dev libbenchmark-dev
  # the page of the report, and the browser that tests it
  chromium
  # readers of the exports
  catch2 libcmocka-dev lcov libxml2-utils python3-jsonschema
)

# Node.js often comes from elsewhere, with its own npm.
command -v node >/dev/null || needed+=(nodejs)
command -v npm >/dev/null || needed+=(npm)

if ! command -v dpkg >/dev/null; then
  echo "install-packages: this is not a Debian system; install by hand: ${needed[*]}" >&2
  exit 1
fi

missing=()
for package in "${needed[@]}"; do
  dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-packages: missing: ${missing[*]}; run as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "install-packages: installing ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${as_root[@]}" apt-get -q update &&
       "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
         apt-get -q -y --no-install-recommends install "${missing[@]}"; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "install-packages: apt-get failed (above); clang-19 needs Debian 12 with its updates" >&2
  exit 1
fi
