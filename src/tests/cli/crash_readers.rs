use std::collections::BTreeMap;
use std::process::Stdio;
use std::sync::Arc;

use paragraf::app::App;
use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::identity::keyring::Keyring;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::support::accounts::{Reader, put_reader};
use crate::support::articles::article;
use crate::support::binary::{Home, Server, wait_for_exit};
use crate::support::eventually::{DEADLINE, eventually};

const READERS: usize = 6;
const ARTICLES: usize = 5;

/// Kills the server three times while readers like and follow and articles are imported. Acknowledged changes
/// remain, counts equal the likes, and a follower and the owner of a saved search are notified of every stored article.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_during_likes_and_imports_lose_nothing_acknowledged() {
    paragraf::tls::install_provider();
    let home = Home::new();
    // The app is dropped before the server starts. The keys are kept to sign the tokens for each address.
    let (keyring, mut readers) = {
        let app = App::open(Config::default(), home.data(), Clock::System).expect("the store opens");
        paragraf::ops::accounts::keys::load(&app).await.expect("the keys");
        let mut readers = Vec::new();
        for number in 0..READERS {
            readers.push(put_reader(&app, &format!("r{number}x")).await);
        }
        (app.keyring, readers)
    };
    let liked: String = (0..ARTICLES).map(|n| json!(article(&format!("liked-{n}"))).to_string() + "\n").collect();
    home.write("liked.jsonl", liked);
    home.ok(&["import", "liked.jsonl"]);
    let mut known: Vec<BTreeMap<String, bool>> = vec![BTreeMap::new(); READERS];
    for round in 0..3 {
        let server = home.serve(&[]);
        sign_tokens(&keyring, &mut readers, &server);
        check(&server, &readers, &known).await;
        follow(&server, &readers[0], "inchirieri").await;
        follow(&server, &readers[1], "search:q=new").await;
        let mut import = publishing(&home, round);
        kill_during_likes(server, &readers, &mut known).await;
        wait_for_exit(&mut import, "the import ends");
        let made = home.json(&["backup", "create"]);
        let check = home.json(&["backup", "verify", made["name"].as_str().expect("a name")]);
        assert_eq!(check["findings"], json!([]));
    }
    let server = home.serve(&[]);
    sign_tokens(&keyring, &mut readers, &server);
    check(&server, &readers, &known).await;
    check_notified(&server, &readers).await;
    assert_eq!(server.stop(), 0);
}

/// Signs new tokens of the readers for the address of the server.
fn sign_tokens(keyring: &Keyring, readers: &mut [Reader], server: &Server) {
    for reader in readers {
        reader.claims.iss = format!("http://{}", server.address);
        reader.token = keyring.sign(&reader.claims).expect("a token");
    }
}

/// Kills the server after 60 acknowledged likes, and notes the last states.
async fn kill_during_likes(server: Server, readers: &[Reader], known: &mut [BTreeMap<String, bool>]) {
    let enough = Arc::new(Semaphore::new(0));
    let toggles: Vec<_> = readers
        .iter()
        .enumerate()
        .map(|(number, reader)| {
            let (url, enough) = (server.url("/users/like-article"), Arc::clone(&enough));
            tokio::spawn(toggle_likes(url, reader.uid.to_string(), reader.token.clone(), number, enough))
        })
        .collect();
    let likes = tokio::time::timeout(DEADLINE, enough.acquire_many(60)).await;
    likes.expect("60 likes are acknowledged in time").expect("the semaphore is open").forget();
    server.kill();
    for (known, toggles) in known.iter_mut().zip(toggles) {
        for (slug, state) in toggles.await.expect("it ends") {
            match state {
                Some(liked) => known.insert(slug, liked),
                // Asked, never answered: either way is right.
                None => known.remove(&slug),
            };
        }
    }
}

/// Checks that a follower and the owner of a saved search are notified of every new article.
async fn check_notified(server: &Server, readers: &[Reader]) {
    let notified = async |reader: &Reader| {
        let data = get(&server.url(&format!("/users/user-data/{}", reader.uid)), Some(&reader.token)).await;
        data["notifications"]["articles"].as_array().expect("a list").len()
    };
    let all = get(&server.url("/lawchanges"), None).await;
    let slugs = all.as_array().expect("a list").iter().map(|item| item["slug"].as_str().expect("a slug"));
    let news = slugs.filter(|slug| slug.starts_with("new-")).count();
    assert_eq!(notified(&readers[0]).await, news, "an article and its notifications are committed together");
    let found = async || (notified(&readers[1]).await == news).then_some(());
    eventually("the saved search has found every article", found).await;
}

/// Toggles likes until the server is killed; returns the last state of each article.
async fn toggle_likes(
    url: String,
    uid: String,
    token: String,
    number: usize,
    enough: Arc<Semaphore>,
) -> BTreeMap<String, Option<bool>> {
    let client = reqwest::Client::new();
    let mut states = BTreeMap::new();
    for turn in number.. {
        let slug = format!("liked-{}", turn % ARTICLES);
        let body = json!({"userId": uid, "articleId": slug});
        states.insert(slug.clone(), None);
        let Ok(response) = client.post(&url).bearer_auth(&token).json(&body).send().await else { break };
        assert_eq!(response.status(), 200);
        let Ok(answer) = response.json::<Value>().await else { break };
        states.insert(slug, answer["liked"].as_bool());
        enough.add_permits(1);
    }
    states
}

/// Starts an import of new articles.
fn publishing(home: &Home, round: usize) -> std::process::Child {
    let today = Clock::System.today().to_string();
    let lines: String = (0..1_000)
        .map(|number| {
            let mut record = json!(article(&format!("new-{round}-{number}")));
            record["publish_date"] = today.as_str().into();
            record.to_string() + "\n"
        })
        .collect();
    let file = home.write(&format!("new-{round}.jsonl"), lines);
    let file = file.to_str().expect("a path").to_owned();
    home.command(&["import", &file]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the import starts")
}

async fn follow(server: &Server, reader: &Reader, name: &str) {
    let body = json!({"userId": reader.uid, "topicId": name, "followed": true});
    let request = reqwest::Client::new().post(server.url("/users/follow-topic")).bearer_auth(&reader.token).json(&body);
    assert_eq!(request.send().await.expect("an answer").status(), 200);
}

/// Checks that acknowledged changes remain and that each article counts its likes.
async fn check(server: &Server, readers: &[Reader], known: &[BTreeMap<String, bool>]) {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (reader, known) in readers.iter().zip(known) {
        let data = get(&server.url(&format!("/users/user-data/{}", reader.uid)), Some(&reader.token)).await;
        let liked: Vec<&str> =
            data["liked_law_changes"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        for (slug, state) in known {
            assert_eq!(liked.contains(&slug.as_str()), *state, "{slug} of {}", reader.uid);
        }
        for slug in liked {
            *counts.entry(slug.to_owned()).or_default() += 1;
        }
    }
    for number in 0..ARTICLES {
        let slug = format!("liked-{number}");
        let article = get(&server.url(&format!("/lawchanges/{slug}")), None).await;
        assert_eq!(article[0]["likes"], counts.get(&slug).copied().unwrap_or(0), "{slug}");
    }
}

async fn get(url: &str, token: Option<&str>) -> Value {
    let request = reqwest::Client::new().get(url);
    let request = match token {
        Some(token) => request.bearer_auth(token),
        None => request,
    };
    request.send().await.expect("an answer").json().await.expect("JSON")
}
