#!/bin/sh
# Builds the last commit in two new folders and compares the programs: their bytes must not depend on the folder.
# Takes two whole builds and about 8 GB in TMPDIR or /var/tmp; /tmp is often memory.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d -p "${TMPDIR:-/var/tmp}")
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
for name in one another/deeper; do
    git clone --quiet "$source" "$folder/$name"
    (cd "$folder/$name" && env -u CARGO_TARGET_DIR cargo build --release --locked)
done
sha256sum "$folder/one/target/release/paragraf" "$folder/another/deeper/target/release/paragraf"
cmp "$folder/one/target/release/paragraf" "$folder/another/deeper/target/release/paragraf"
