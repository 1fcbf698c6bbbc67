#!/bin/sh
# Builds the Debian package into target/package/debian. Needs cargo-deb (`cargo install cargo-deb --locked`).
#
# build.sh             builds the program first, so that two checkouts of one commit give the same bytes
# build.sh PROGRAM     packs this program, quickly
set -eu
cd "$(dirname "$0")/../.."
export CARGO_TARGET_DIR="$PWD/target/package"
input="$CARGO_TARGET_DIR/input"
# The day of the commit is the day of every file in the package.
SOURCE_DATE_EPOCH=$(git show --no-patch --format=%ct HEAD 2>/dev/null || echo 0)
export SOURCE_DATE_EPOCH

compression=
if [ $# -gt 0 ]; then
    program=$1
    compression=--fast
else
    # Messages of panics name the sources of packages; the folder of the builder is none of their business.
    home=${CARGO_HOME:-$HOME/.cargo}
    export RUSTFLAGS="--remap-path-prefix=$home=/cargo --remap-path-prefix=$PWD=/paragraf"
    export CFLAGS="-ffile-prefix-map=$home=/cargo -ffile-prefix-map=$PWD=/paragraf"
    cargo build --release --locked
    program="$CARGO_TARGET_DIR/release/paragraf"
fi

rm -rf "$input"
mkdir -p "$input"
install --strip -m 755 "$program" "$input/paragraf"
# What the program itself prints, so that no second copy can differ from it.
paragraf="$input/paragraf"
"$paragraf" config unit > "$input/paragraf.service"
"$paragraf" config init "$input/paragraf.toml" > /dev/null
"$paragraf" man "$input/man" 2> /dev/null
for page in "$input"/man/*.1; do gzip --best --no-name "$page"; done
for shell in bash zsh fish; do "$paragraf" completions "$shell" > "$input/$shell"; done
"$paragraf" licenses > "$input/licenses.txt" 2> /dev/null || : > "$input/licenses.txt"

# shellcheck disable=SC2086 # without a word there is no argument
cargo deb --no-build --no-strip --quiet $compression --output "$CARGO_TARGET_DIR/debian/"
