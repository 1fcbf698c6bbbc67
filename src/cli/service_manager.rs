//! Messages to the service manager that started the server, as in sd_notify(3). Without one they are not sent.

use std::ffi::OsStr;
use std::io;
use std::net::SocketAddr;
use std::os::unix::net::{self, UnixDatagram};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// Reports that the server answers readers and commands.
// docs/decisions/0278
pub(super) fn ready(address: SocketAddr) {
    send(&format!("READY=1\nSTATUS=serving on http://{address}\n"));
}

/// Reports the beginning of the stop, and meanwhile, until the process ends, that it is alive: twice within the
/// interval after which the manager would restart it.
pub(super) async fn keep_informed(stop: CancellationToken) {
    let beat = watchdog_interval().map_or(Duration::MAX, |interval| interval / 2);
    let mut is_stopping = false;
    loop {
        tokio::select! {
            () = stop.cancelled(), if !is_stopping => {
                is_stopping = true;
                send("STOPPING=1\n");
            }
            () = tokio::time::sleep(beat) => send("WATCHDOG=1\n"),
        }
    }
}

/// The interval that the manager asks this process for.
fn watchdog_interval() -> Option<Duration> {
    let number = |name| std::env::var(name).ok()?.parse::<u64>().ok();
    let is_ours = number("WATCHDOG_PID").is_none_or(|pid| pid == u64::from(std::process::id()));
    number("WATCHDOG_USEC").filter(|usec| is_ours && *usec > 0).map(Duration::from_micros)
}

fn send(state: &str) {
    let Some(address) = std::env::var_os("NOTIFY_SOCKET") else { return };
    let sent = UnixDatagram::unbound().and_then(|socket| {
        // A manager that reads nothing must not hold up the server.
        socket.set_write_timeout(Some(Duration::from_millis(500)))?;
        socket.connect_addr(&parse(&address)?)?;
        socket.send(state.as_bytes())
    });
    if let Err(error) = sent {
        tracing::warn!(%error, "the service manager cannot be reached");
    }
}

/// A path, or after `@` the name of a socket without a file.
fn parse(address: &OsStr) -> io::Result<net::SocketAddr> {
    #[cfg(target_os = "linux")]
    if let Some(name) = std::os::unix::ffi::OsStrExt::as_bytes(address).strip_prefix(b"@") {
        return <net::SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(name);
    }
    net::SocketAddr::from_pathname(address)
}
