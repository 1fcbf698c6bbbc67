# Runs a program in a folder as the root of a machine that has the programs of this one, and a /usr/local of its own.
set -eu
root=$1
shift
for folder in usr proc dev; do mount --rbind "/$folder" "$root/$folder"; done
mount --bind "$root/local" "$root/usr/local"
exec chroot "$root" "$@"
