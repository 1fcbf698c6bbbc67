//! The program as a service: its unit, its signals, its secrets.

use std::net::TcpStream;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::process::Command;

use crate::support::binary::{Home, Server};
use crate::support::data::leave_out;
use crate::support::eventually::DEADLINE;

/// Highest accepted exposure of the unit, in tenths (`systemd-analyze security`).
const MAX_EXPOSURE: u32 = 20;

fn unit() -> String {
    Home::new().ok(&["config", "unit"])
}

#[test]
fn the_unit_is_hardened() {
    let home = Home::new();
    let unit = home.write("paragraf.service", unit());
    let analysed = Command::new("systemd-analyze")
        .args(["security", "--offline=true", &format!("--threshold={MAX_EXPOSURE}")])
        .arg(&unit)
        .output();
    if let Ok(output) = analysed {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    let text = std::fs::read_to_string(unit).expect("the unit");
    for directive in [
        "Type=notify",
        "User=paragraf",
        "ExecStart=/usr/bin/paragraf serve",
        "Restart=on-failure",
        "RestartSec=5s",
        "RestartPreventExitStatus=1 2",
        "StartLimitBurst=10",
        "WatchdogSec=60s",
        "CapabilityBoundingSet=",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "PrivateDevices=yes",
        "PrivateTmp=yes",
        "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
        "RestrictNamespaces=yes",
        "MemoryDenyWriteExecute=yes",
        "SystemCallFilter=@system-service",
        "SystemCallFilter=@sandbox",
        "OOMPolicy=continue",
    ] {
        assert!(text.lines().any(|line| line == directive), "{directive} is missing");
    }
}

/// The socket of a service manager.
struct Manager(UnixDatagram);

impl Manager {
    fn bind(address: &SocketAddr) -> Self {
        let socket = UnixDatagram::bind_addr(address).expect("a socket");
        socket.set_read_timeout(Some(DEADLINE)).expect("a time limit");
        Self(socket)
    }

    /// Waits for a message with this line.
    fn wait_for(&self, line: &str) {
        let mut buffer = [0; 4096];
        loop {
            let length = self.0.recv(&mut buffer).unwrap_or_else(|error| panic!("no {line}: {error}"));
            if String::from_utf8_lossy(&buffer[..length]).lines().any(|found| found == line) {
                return;
            }
        }
    }
}

fn started_by(home: &Home, socket: &str) -> Server {
    let mut command = home.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("NOTIFY_SOCKET", socket).env("WATCHDOG_USEC", "2000000");
    Server::start(command)
}

#[test]
fn a_service_manager_learns_when_the_server_answers_lives_and_stops() {
    let home = Home::new();
    let path = home.path().join("notify.sock");
    let manager = Manager::bind(&SocketAddr::from_pathname(&path).expect("an address"));
    let mut server = started_by(&home, path.to_str().expect("text"));
    manager.wait_for("READY=1");
    TcpStream::connect(&server.address).expect("readers may connect");
    assert!(home.ok(&["status"]).contains("serving"), "commands reach the server");
    manager.wait_for("WATCHDOG=1");
    server.signal("TERM");
    manager.wait_for("STOPPING=1");
    assert_eq!(server.wait(), 0);
}

#[test]
fn a_service_managers_socket_may_have_an_abstract_name() {
    let home = Home::new();
    let name = format!("paragraf-{}", home.path().display());
    let manager = Manager::bind(&SocketAddr::from_abstract_name(&name).expect("an address"));
    let server = started_by(&home, &format!("@{name}"));
    manager.wait_for("READY=1");
    assert_eq!(server.stop(), 0);
}

/// `systemctl restart` reports the exit code, and the journal has the reason.
#[test]
fn a_start_that_fails_is_never_ready_and_names_its_reason() {
    let home = Home::new();
    home.write("paragraf.toml", "[server]\nlisten = 'here'\n");
    let path = home.path().join("notify.sock");
    let manager = Manager::bind(&SocketAddr::from_pathname(&path).expect("an address"));
    let ended = home.command(&["serve"]).env("NOTIFY_SOCKET", &path).output().expect("it runs");
    assert_eq!(ended.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("server.listen"), "{ended:?}");
    manager.0.set_nonblocking(true).expect("a socket");
    assert!(manager.0.recv(&mut [0; 16]).is_err(), "nothing was announced");
}

/// A user that has no name on this machine.
const STRANGER: u32 = 60_124;

/// A home whose data folder is a stranger's, and whose password of the mail server only root can read. `None` if this
/// is not root, who alone can give files away.
fn home_of_a_stranger(settings: &str) -> Option<Home> {
    let home = Home::new();
    let public = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(home.path(), public).expect("its owner may do this");
    std::fs::create_dir(home.data()).expect("a folder");
    chown(home.data(), Some(STRANGER), None).ok()?;
    let secret = home.write("smtp-password", "pa55\n");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600)).expect("its owner may do this");
    home.write(
        "paragraf.toml",
        format!(
            "[store]\ndata_dir = '{}'\n[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\n\
             smtp_host = 'localhost'\nsmtp_user = 'legi'\npostal_address = 'Str. X 1'\n{settings}",
            home.data().display()
        ),
    );
    Some(home)
}

#[test]
fn root_checks_the_configuration_as_the_owner_of_the_data_folder() {
    let Some(home) = home_of_a_stranger("smtp_password_file = 'smtp-password'\n") else {
        return leave_out("only root can give files away");
    };
    let refused = home.run(&["config", "check"]);
    let expected = format!("root can read this, {STRANGER} cannot, and the server runs as {STRANGER}; give each file");
    assert!(refused.code == 1 && refused.err.contains(&expected), "{}", refused.err);
    assert!(refused.err.contains("cannot read the file smtp-password: Permission denied"), "{}", refused.err);
    chown(home.path().join("smtp-password"), Some(STRANGER), None).expect("root may do this");
    home.ok(&["config", "check"]);
    // A mistake that does not depend on the user is reported without one.
    std::fs::remove_file(home.path().join("smtp-password")).expect("a file");
    let missing = home.run(&["config", "check"]);
    assert!(missing.code == 1 && !missing.err.contains("root can read"), "{}", missing.err);
}

#[test]
fn root_checks_the_configuration_with_the_credentials_of_the_unit() {
    let Some(home) = home_of_a_stranger("") else { return leave_out("only root can give files away") };
    let config = home.path().join("paragraf.toml");
    let changes = format!(
        "[Service]\nLoadCredential=smtp:{}\nEnvironment=PARAGRAF__MAIL__SMTP_PASSWORD_FILE=%d/smtp\n\
         Environment=PARAGRAF_CONFIG={}\n",
        home.path().join("smtp-password").display(),
        config.display(),
    );
    home.write("unit", unit() + &changes);
    let systemctl = home.write("bin/systemctl", format!("#!/bin/sh\ncat '{}'\n", home.path().join("unit").display()));
    std::fs::set_permissions(&systemctl, std::fs::Permissions::from_mode(0o755)).expect("its owner may do this");
    let path = format!("{}:{}", home.path().join("bin").display(), std::env::var("PATH").expect("a path"));
    let check = |config: &str| {
        let mut command = home.command(&["config", "check", "--config", config]);
        command.env("PATH", &path).output().expect("it runs")
    };
    let checked = check(config.to_str().expect("text"));
    assert!(checked.status.success(), "{checked:?}");
    // The unit reads another file.
    let other = check("paragraf.toml");
    assert!(String::from_utf8_lossy(&other.stderr).contains("mail.smtp_password_file"), "{other:?}");
}

#[test]
fn a_hangup_is_logged_and_the_server_keeps_serving() {
    let home = Home::new();
    let server = home.serve(&[]);
    server.signal("HUP");
    assert!(home.ok(&["status"]).contains("serving"));
    let (code, log) = server.stop_with_log();
    assert_eq!(code, 0);
    let ignored = log.iter().filter(|line| line.contains("SIGHUP") && line.contains("restart the service")).count();
    assert_eq!(ignored, 1, "{log:#?}");
}

/// The password of the mail server is readable for the service only, as with systemd's credentials.
#[test]
fn commands_need_no_secrets_of_the_server() {
    let home = Home::new();
    home.write(
        "paragraf.toml",
        "[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\nsmtp_host = 'localhost'\nsmtp_port = 1\n\
         smtp_user = 'legi'\npostal_address = 'Str. X 1'\n",
    );
    let mut command = home.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("PARAGRAF__MAIL__SMTP_PASSWORD_FILE", home.write("credentials/smtp", "pa55\n"));
    let server = Server::start(command);
    assert!(home.ok(&["status"]).contains("serving"));
    home.ok(&["articles", "list"]);
    home.ok(&["backup", "create"]);
    let refused = home.run(&["mail", "test", "ana@example.org"]);
    assert!(refused.code == 3 && !refused.err.contains("smtp_password"), "the server sends: {}", refused.err);
    assert_eq!(server.stop(), 0);
    assert!(home.ok(&["status"]).contains("not running"));
    let unsent = home.run(&["mail", "test", "ana@example.org"]);
    assert!(unsent.code == 1 && unsent.err.contains("mail.smtp_password_file"), "{}", unsent.err);
    let check = home.run(&["config", "check"]);
    assert!(check.code == 1 && check.err.contains("mail.smtp_password_file"), "{}", check.err);
}
