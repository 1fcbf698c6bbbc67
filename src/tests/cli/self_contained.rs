//! The program alone: no mail server, no provider, no connection but those of its readers.

use std::collections::BTreeSet;
use std::path::Path;

use reqwest::Client;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::support::binary::{Home, Server};
use crate::support::eventually::eventually;

const PASSWORD: &str = "o vrabie pe gard";
const NEW_PASSWORD: &str = "doi cocosi pe gard";
/// `::1` as `/proc/net/tcp6` writes it.
const IPV6_LOOPBACK: &str = "00000000000000000000000001000000";

async fn call(client: &Client, server: &Server, path: &str, body: Value) -> Value {
    call_as(client, server, "", path, body).await
}

/// As [`call`], with an access token.
async fn call_as(client: &Client, server: &Server, token: &str, path: &str, body: Value) -> Value {
    let url = server.url(&format!("/auth/v1/{path}"));
    let request = client.post(url).header("origin", server.url("")).json(&body);
    let request = if token.is_empty() { request } else { request.bearer_auth(token) };
    let response = request.send().await.expect("an answer");
    let status = response.status();
    let answer: Value = response.json().await.expect("JSON");
    assert!(status.is_success(), "{path}: {status} {answer}");
    answer
}

/// Waits for a mail in the folder whose link has this mode, and returns its code.
async fn code_of(outbox: &Path, mode: &str) -> String {
    eventually(&format!("the mail with mode {mode}"), async || {
        let mut mails: Vec<_> = std::fs::read_dir(outbox).ok()?.flatten().map(|entry| entry.path()).collect();
        mails.sort();
        let texts = mails.iter().filter_map(|path| std::fs::read_to_string(path).ok());
        // Quoted-printable.
        let texts = texts.map(|text| text.replace("=\r\n", "").replace("=3D", "="));
        texts.filter_map(|text| code_in(&text, mode)).next_back()
    })
    .await
}

fn code_in(mail: &str, mode: &str) -> Option<String> {
    let (_, after) = mail.split_once(&format!("mode={mode}"))?;
    let (_, code) = after.split_once("oobCode=")?;
    Some(code.chars().take_while(|letter| letter.is_ascii_alphanumeric() || "-_".contains(*letter)).collect())
}

/// The addresses of other machines to which the process has a connection or sends datagrams.
fn foreign_peers(pid: u32) -> BTreeSet<String> {
    let fds = std::fs::read_dir(format!("/proc/{pid}/fd")).expect("its files").flatten();
    let targets = fds.filter_map(|fd| std::fs::read_link(fd.path()).ok());
    let sockets: BTreeSet<_> = targets
        .filter_map(|target| Some(target.to_str()?.strip_prefix("socket:[")?.trim_end_matches(']').to_owned()))
        .collect();
    let mut peers = BTreeSet::new();
    for table in ["tcp", "tcp6", "udp", "udp6"] {
        let rows = std::fs::read_to_string(format!("/proc/{pid}/net/{table}")).unwrap_or_default();
        for row in rows.lines().skip(1) {
            let columns: Vec<_> = row.split_whitespace().collect();
            let (Some(peer), Some(inode)) = (columns.get(2), columns.get(9)) else { continue };
            let address = peer.split(':').next().unwrap_or_default();
            let is_none = address.trim_start_matches('0').is_empty();
            // In the byte order of the machine: 127.0.0.1 ends in 7F.
            let is_here = is_none || address.ends_with("7F") || address == IPV6_LOOPBACK;
            if sockets.contains(*inode) && !is_here {
                peers.insert((*peer).to_owned());
            }
        }
    }
    peers
}

#[tokio::test]
async fn s11_password_and_link_work_with_mails_in_a_folder_and_no_other_machine() {
    paragraf::tls::install_provider();
    let home = Home::new();
    home.write("paragraf.toml", "[accounts]\nsign_in_methods = ['password', 'email_link']\n");
    let server = home.serve(&[]);
    let (client, outbox, email) = (Client::new(), home.data().join("outbox"), "ana@example.ro");
    let alone = || assert_eq!(foreign_peers(server.pid()), BTreeSet::new());

    let ana = json!({"email": email, "password": PASSWORD, "display_name": "Ana"});
    call(&client, &server, "sign-up", ana).await;
    let code = code_of(&outbox, "verifyEmail").await;
    call(&client, &server, "oob/apply", json!({"code": code})).await;
    alone();

    let dan = "dan@example.ro";
    call(&client, &server, "oob/send", json!({"kind": "email_sign_in", "email": dan})).await;
    let code = code_of(&outbox, "signIn").await;
    call(&client, &server, "sign-in/email-link", json!({"email": dan, "code": code})).await;
    alone();

    // Another mail to this address has to wait; the operator need not.
    let code =
        code_in(&home.ok(&["accounts", "reset-password", "--print-link", email]), "resetPassword").expect("a link");
    call(&client, &server, "oob/reset-password", json!({"code": code, "new_password": NEW_PASSWORD})).await;
    call(&client, &server, "sign-in/password", json!({"email": email, "password": NEW_PASSWORD})).await;
    alone();
    assert_eq!(server.stop(), 0);
}

/// The code that an authenticator app shows at this second.
fn app_code(secret: &str, second: u64) -> String {
    let secret = Secret::try_from_base32(secret).expect("base32");
    Builder::new().with_secret(secret).build_noncompliant().generate(second).to_string()
}

#[tokio::test]
async fn s11_an_authenticator_app_needs_no_other_machine() {
    paragraf::tls::install_provider();
    let home = Home::new();
    let server = home.serve(&[]);
    let (client, outbox, email) = (Client::new(), home.data().join("outbox"), "ana@example.ro");
    let ana = json!({"email": email, "password": PASSWORD, "display_name": "Ana"});
    let signed_up = call(&client, &server, "sign-up", ana).await;
    let token = signed_up["access_token"].as_str().expect("a token");
    let code = code_of(&outbox, "verifyEmail").await;
    call_as(&client, &server, token, "oob/apply", json!({"code": code})).await;
    let started = call_as(&client, &server, token, "mfa/enroll/start", json!({"kind": "totp"})).await;
    let secret = started["secret"].as_str().expect("a secret");
    let now = u64::try_from(jiff::Timestamp::now().as_second()).expect("a time after 1970");
    let body = json!({"session_info": started["session_info"], "code": app_code(secret, now), "display_name": ""});
    let added = call_as(&client, &server, token, "mfa/enroll/finalize", body).await;
    let post = |path: &str| client.post(server.url(&format!("/auth/v1/{path}"))).header("origin", server.url(""));
    let request = post("sign-in/password").json(&json!({"email": email, "password": PASSWORD}));
    let response = request.send().await.expect("an answer");
    // It binds the pending sign-in to the browser.
    let cookie = response.headers()["set-cookie"].to_str().expect("text").split(';').next().expect("a pair").to_owned();
    let asked: Value = response.json().await.expect("JSON");
    let proof = json!({
        "pending_credential": asked["pending_credential"],
        "factor_id": added["factor"]["id"],
        // A code works once; the next one is accepted early.
        "code": app_code(secret, now + 30),
    });
    let request = post("mfa/sign-in/finalize").header("cookie", cookie).json(&proof);
    let entered: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(entered["user"]["email"], email, "{entered}");
    assert_eq!(foreign_peers(server.pid()), BTreeSet::new());
    assert_eq!(server.stop(), 0);
}
