use std::sync::Arc;

use reqwest::Client;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::support::binary::{Home, Server};
use crate::support::eventually::DEADLINE;

const VISITORS: usize = 4;
const PASSWORD: &str = "o vrabie pe gard";

/// A sign-up whose outcome is known only if the server responded.
struct SignUp {
    email: String,
    /// The cookie of the session, if the account was acknowledged.
    cookie: Option<String>,
}

/// Kills the server three times during sign-ups. An acknowledged account can sign in with its password and its
/// session; an unacknowledged one is complete or absent; each account received one confirmation mail.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_during_sign_ups_lose_no_acknowledged_account() {
    paragraf::tls::install_provider();
    let home = Home::new();
    let mut asked: Vec<SignUp> = Vec::new();
    for round in 0..3 {
        let server = serve(&home);
        check(&server, &mut asked).await;
        let enough = Arc::new(Semaphore::new(0));
        let visitors: Vec<_> = (0..VISITORS)
            .map(|number| tokio::spawn(sign_ups(server.url(""), format!("r{round}v{number}"), Arc::clone(&enough))))
            .collect();
        let sign_ups = tokio::time::timeout(DEADLINE, enough.acquire_many(12)).await;
        sign_ups.expect("12 sign-ups are acknowledged in time").expect("the semaphore is open").forget();
        server.kill();
        for visitor in visitors {
            asked.extend(visitor.await.expect("it ends"));
        }
        let made = home.json(&["backup", "create"]);
        let found = home.json(&["backup", "verify", made["name"].as_str().expect("a name")]);
        assert_eq!(found["findings"], json!([]));
    }
    assert!(asked.iter().filter(|asked| asked.cookie.is_some()).count() >= 36);
    let server = serve(&home);
    check(&server, &mut asked).await;
    assert_eq!(server.stop(), 0);
    let accounts = home.json(&["accounts", "list"]);
    let mails = home.json(&["mail", "outbox", "--all"]);
    let asking = mails.as_array().expect("a list").iter().filter(|mail| mail["kind"] == "verify_email").count();
    assert_eq!(accounts.as_array().expect("a list").len(), asked.len());
    assert_eq!(asking, asked.len(), "an account and its confirmation mail are committed together");
}

/// Raises the limit of sign-ups, because all visitors share a network.
fn serve(home: &Home) -> Server {
    let mut command = home.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("PARAGRAF__ACCOUNTS__SIGN_UP_PER_HOUR", "100000");
    Server::start(command)
}

/// Creates accounts until the server is killed.
async fn sign_ups(base: String, name: String, enough: Arc<Semaphore>) -> Vec<SignUp> {
    let client = Client::new();
    let mut asked = Vec::new();
    for number in 0.. {
        let email = format!("{name}n{number}@exemplu.ro");
        asked.push(SignUp { email: email.clone(), cookie: None });
        let Ok((status, cookie, _)) = sign_up(&client, &base, &email).await else { break };
        assert_eq!(status, 200);
        if let Some(asked) = asked.last_mut() {
            asked.cookie = cookie;
        }
        enough.add_permits(1);
    }
    asked
}

/// Returns status, cookie and body of a complete response.
async fn sign_up(client: &Client, base: &str, email: &str) -> reqwest::Result<(u16, Option<String>, Value)> {
    let body = json!({"email": email, "password": PASSWORD, "display_name": "Cititor"});
    let response = client.post(format!("{base}/auth/v1/sign-up")).json(&body).send().await?;
    let status = response.status().as_u16();
    let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
    Ok((status, cookie, response.json().await?))
}

/// Checks acknowledged accounts and repeats the sign-ups without a response.
async fn check(server: &Server, asked: &mut [SignUp]) {
    let (client, base) = (Client::new(), server.url(""));
    for asked in asked {
        let email = &asked.email;
        let Some(cookie) = asked.cookie.take() else {
            let (status, cookie, answer) = sign_up(&client, &base, email).await.expect("an answer");
            assert!(status == 200 || answer["code"] == "email_already_in_use", "{email}: {answer}");
            asked.cookie = cookie;
            if status != 200 {
                asked.cookie = Some(sign_in(&client, &base, email).await);
            }
            continue;
        };
        let renewed = client.post(format!("{base}/auth/v1/token")).header("cookie", cookie);
        let renewed = renewed.header("x-requested-with", "paragraf").json(&json!({})).send().await.expect("an answer");
        assert_eq!(renewed.status(), 200, "the session of {email}");
        asked.cookie = Some(sign_in(&client, &base, email).await);
    }
}

/// Signs in and returns the cookie of the new session.
async fn sign_in(client: &Client, base: &str, email: &str) -> String {
    let body = json!({"email": email, "password": PASSWORD});
    let response = client.post(format!("{base}/auth/v1/sign-in/password")).json(&body).send().await.expect("an answer");
    assert_eq!(response.status(), 200, "{email}");
    let cookie = response.headers()["set-cookie"].to_str().expect("text");
    cookie.split(';').next().expect("a cookie").to_owned()
}
