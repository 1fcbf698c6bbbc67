# Runs a program in a folder as the root of a machine. A folder with `local` has the programs of this machine and a
# /usr/local of its own.
set -eu
root=$1
shift
for folder in proc dev; do mount --rbind "/$folder" "$root/$folder"; done
if [ -d "$root/local" ]; then
    mount --rbind /usr "$root/usr"
    mount --bind "$root/local" "$root/usr/local"
fi
if [ -n "${MACHINE_APART:-}" ]; then
    # Raises the loopback of a network of its own (netdevice(7): SIOCSIFFLAGS with IFF_UP and IFF_RUNNING).
    /usr/bin/python3 -c "import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sh22x', b'lo', 0x41))"
fi
exec chroot "$root" "$@"
