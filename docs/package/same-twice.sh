#!/bin/sh
# Builds the last commit in two new folders and compares the programs: their bytes must not depend on the folder.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for name in one another/deeper; do
    git clone --quiet "$source" "$folder/$name"
    (cd "$folder/$name" && env -u CARGO_TARGET_DIR cargo build --release --locked)
done
sha256sum "$folder/one/target/release/paragraf" "$folder/another/deeper/target/release/paragraf"
cmp "$folder/one/target/release/paragraf" "$folder/another/deeper/target/release/paragraf"
