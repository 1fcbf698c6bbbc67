#!/usr/bin/env python3
"""Stands in for systemctl: runs one service of Type=notify as its unit says, and records how it was called."""
import os
import select
import signal
import socket
import subprocess
import sys

ROOT = os.environ.get("MACHINE_ROOT", "")
UNIT = ROOT + "/etc/systemd/system/paragraf.service"
PID_FILE = ROOT + "/run/paragraf.pid"


# Seconds; a busy machine needs a few.
PATIENCE = 120


def cat():
    changes = UNIT + ".d"
    names = sorted(os.listdir(changes)) if os.path.isdir(changes) else []
    for path in [UNIT] + [os.path.join(changes, name) for name in names]:
        print(f"# {path}\n{open(path).read()}")


def server():
    """A descriptor of the running server, or None."""
    try:
        found = os.pidfd_open(int(open(PID_FILE).read()))
    except (OSError, ValueError):
        return None
    has_ended = select.select([found], [], [], 0)[0]
    return None if has_ended else found


def stop():
    running = server()
    if running is not None:
        signal.pidfd_send_signal(running, signal.SIGTERM)
        if not select.select([running], [], [], PATIENCE)[0]:
            sys.exit("paragraf.service does not stop")


def start():
    if server() is not None:
        return
    unit = dict(line.strip().split("=", 1) for line in open(UNIT) if "=" in line and not line.startswith("#"))
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    name = f"paragraf-docs-{os.getpid()}"
    manager.bind("\0" + name)
    command = (ROOT + unit["ExecStart"]).replace("/usr/local", "/local", 1 if ROOT else 0).split()
    if not ROOT:
        user = unit["User"]
        command = ["setpriv", "--reuid", user, "--regid", user, "--init-groups", *command]
    log = open(ROOT + "/run/journal", "ab")
    started = subprocess.Popen(
        command, env={**os.environ, "NOTIFY_SOCKET": "@" + name}, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        cwd=ROOT + unit["WorkingDirectory"], start_new_session=True)
    open(PID_FILE, "w").write(str(started.pid))
    process = os.pidfd_open(started.pid)
    while True:
        ready = select.select([manager, process], [], [], PATIENCE)[0]
        if not ready:
            sys.exit("Job for paragraf.service failed because a timeout was exceeded.")
        if process in ready:
            sys.exit("Job for paragraf.service failed because the control process exited with error code.")
        if b"READY=1" in manager.recv(4096):
            return


options = [argument for argument in sys.argv[1:] if argument.startswith("-")]
verb, *units = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
with open(ROOT + "/run/calls", "a") as calls:
    calls.write("systemctl " + " ".join(sys.argv[1:]) + "\n")
is_ours = units in (["paragraf"], ["paragraf.service"])
if verb == "daemon-reload" and not units or verb in ("reload", "restart") and not is_ours:
    pass
elif verb == "enable" and is_ours:
    start() if "--now" in options else None
elif verb in ("start", "stop", "cat") and is_ours:
    {"start": start, "stop": stop, "cat": cat}[verb]()
elif verb == "restart" and is_ours:
    stop()
    start()
else:
    sys.exit(f"the stand-in for systemctl does not know {sys.argv[1:]}")
