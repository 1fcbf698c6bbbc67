//! The program as a service: its unit, its signals, its secrets.

use std::process::Command;

use crate::support::binary::Home;

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
        "User=paragraf",
        "ExecStart=/usr/local/bin/paragraf serve",
        "Restart=on-failure",
        "RestartSec=5s",
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
    let server = crate::support::binary::Server::start(command);
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
