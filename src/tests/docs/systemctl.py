#!/usr/bin/env python3
"""Stands in for systemctl: runs services of Type=notify as their units say, and records how it was called."""
import os
import select
import signal
import socket
import subprocess
import sys

ROOT = os.environ.get("MACHINE_ROOT", "")
# Other services are not started, unless the machine has them.
OURS = ["paragraf", *os.environ.get("MACHINE_SERVICES", "").split()]
FOLDERS = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]

# Seconds; a busy machine needs a few.
PATIENCE = 120


def unit_file(name):
    paths = [f"{ROOT}{folder}/{name}.service" for folder in FOLDERS]
    return next((path for path in paths if os.path.exists(path)), None)


def files(name):
    """The unit and the files that change it."""
    changes = f"{ROOT}/etc/systemd/system/{name}.service.d"
    names = sorted(os.listdir(changes)) if os.path.isdir(changes) else []
    return [unit_file(name)] + [os.path.join(changes, change) for change in names]


def cat(name):
    if unit_file(name) is None:
        sys.exit(f"No files found for {name}.service.")
    for path in files(name):
        print(f"# {path}\n{open(path).read()}")


def pid_file(name):
    return f"{ROOT}/run/{name}.pid"


def server(name):
    """A descriptor of the running server, or None."""
    try:
        found = os.pidfd_open(int(open(pid_file(name)).read()))
    except (OSError, ValueError):
        return None
    has_ended = select.select([found], [], [], 0)[0]
    return None if has_ended else found


def stop(name):
    running = server(name)
    if running is not None:
        signal.pidfd_send_signal(running, signal.SIGTERM)
        if not select.select([running], [], [], PATIENCE)[0]:
            sys.exit(f"{name}.service does not stop")


def command_of(unit):
    command = unit["ExecStart"]
    if ROOT and not command.startswith(ROOT):
        command = (ROOT + command).replace("/usr/local", "/local", 1)
    words = command.split()
    if ROOT:
        return words
    user = unit["User"]
    capabilities = unit.get("AmbientCapabilities", "").lower().removeprefix("cap_")
    rights = ["--inh-caps", "+" + capabilities, "--ambient-caps", "+" + capabilities] if capabilities else []
    return ["setpriv", "--reuid", user, "--regid", user, "--init-groups", *rights, *words]


def start(name):
    if server(name) is not None:
        return
    lines = open(unit_file(name)).read().splitlines()
    unit = dict(line.strip().split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    address = f"paragraf-docs-{os.getpid()}"
    manager.bind("\0" + address)
    home = unit.get("WorkingDirectory", f"/var/lib/{name}")
    log = open(ROOT + "/run/journal", "ab")
    started = subprocess.Popen(
        command_of(unit), env={**os.environ, "NOTIFY_SOCKET": "@" + address, "HOME": home}, stdin=subprocess.DEVNULL,
        stdout=log, stderr=log, cwd=ROOT + home, start_new_session=True)
    open(pid_file(name), "w").write(str(started.pid))
    process = os.pidfd_open(started.pid)
    while True:
        ready = select.select([manager, process], [], [], PATIENCE)[0]
        if not ready:
            sys.exit(f"Job for {name}.service failed because a timeout was exceeded.")
        if process in ready:
            sys.exit(f"Job for {name}.service failed because the control process exited with error code.")
        if b"READY=1" in manager.recv(4096):
            return


def enabled(name):
    return f"{ROOT}/run/{name}.enabled"


options = [argument for argument in sys.argv[1:] if argument.startswith("-")]
verb, *units = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
name = units[0].removesuffix(".service") if len(units) == 1 else ""
with open(ROOT + "/run/calls", "a") as calls:
    calls.write("systemctl " + " ".join(sys.argv[1:]) + "\n")
if verb in ("daemon-reload", "preset") or verb in ("reload", "restart") and name and name not in OURS:
    pass
elif name not in OURS:
    sys.exit(f"the stand-in for systemctl does not know {sys.argv[1:]}")
elif verb in ("enable", "disable"):
    open(enabled(name), "w") if verb == "enable" else os.path.exists(enabled(name)) and os.remove(enabled(name))
    if "--now" in options:
        {"enable": start, "disable": stop}[verb](name)
elif verb == "is-active":
    sys.exit(0 if server(name) is not None else 3)
elif verb == "is-enabled":
    sys.exit(0 if os.path.exists(enabled(name)) else 1)
elif verb in ("start", "stop", "cat"):
    {"start": start, "stop": stop, "cat": cat}[verb](name)
elif verb == "restart":
    stop(name)
    start(name)
else:
    sys.exit(f"the stand-in for systemctl does not know {sys.argv[1:]}")
