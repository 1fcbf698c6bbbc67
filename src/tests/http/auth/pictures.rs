//! Pictures of accounts, copied from the provider: behaviour F19.

use std::net::SocketAddr;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use paragraf::app::App;
use paragraf::config::{ProviderConfig, ProviderKind};
use paragraf::domain::HookEvent;
use paragraf::ops::Actor;
use paragraf::ops::accounts::pictures;
use paragraf::sources::fetch::{Fetcher, Resolver};

use super::oauth2::sign_in;
use super::*;
use crate::support::app::NOW;
use crate::support::stand_in_hook::StandInHook;
use crate::support::stand_in_oauth2::StandInOAuth2;
use crate::support::tls_site::{Reply, TlsSite};

const HOST: &str = "pictures.test";
const PROVIDER: &str = "oidc.pictures";
const OTHER: &str = "oidc.other";

struct Names(SocketAddr);

impl Resolver for Names {
    fn look_up(&self, _: String) -> BoxFuture<'static, std::io::Result<Vec<SocketAddr>>> {
        let address = self.0;
        Box::pin(async move { Ok(vec![address]) })
    }
}

/// The provider's host for pictures.
fn reply(path: &str) -> Reply {
    let picture = |width: u32, height: u32, color: [u8; 3]| {
        let mut png = std::io::Cursor::new(Vec::new());
        let picture = image::RgbImage::from_pixel(width, height, image::Rgb(color));
        picture.write_to(&mut png, image::ImageFormat::Png).expect("a PNG");
        png.into_inner()
    };
    match path {
        "/blue.png" => Reply::ok("image/png", picture(96, 96, [0, 0, 255])),
        "/red.png" => Reply::ok("image/png", picture(400, 300, [255, 0, 0])),
        "/wide.png" => Reply::ok("image/png", picture(4200, 2, [0, 0, 0])),
        "/page.png" => Reply::ok("image/png", b"<svg onload=alert(1)>".to_vec()),
        "/large.png" => Reply::ok("image/png", vec![0; 2 << 20]),
        "/moved.png" => Reply::redirect("https://pictures.test/blue.png"),
        _ => Reply::missing(),
    }
}

async fn start_with_pictures(at: &StandInOAuth2, site: &TlsSite) -> TestApp {
    start_with_pictures_and(at, site, |_| {}).await
}

async fn start_with_pictures_and(at: &StandInOAuth2, site: &TlsSite, more: impl FnOnce(&mut Config)) -> TestApp {
    let hosts = Some(vec![HOST.to_owned()]);
    let provider =
        |id: &str| ProviderConfig { picture_hosts: hosts.clone(), ..at.issuer_settings(ProviderKind::Oidc, id) };
    let providers = vec![provider(PROVIDER), provider(OTHER)];
    let (address, root) = (site.address, site.root.clone());
    let change = move |app: &mut App| {
        let cache = app.data_dir.join("cache");
        let names = Arc::new(Names(address));
        app.fetcher = Fetcher::with_network(&app.config.fetch, cache, names, |address| address.is_loopback(), root);
    };
    let configure = |config: &mut Config| {
        config.accounts.sign_up_per_hour = 1000;
        config.accounts.provider = providers;
        more(config);
    };
    TestApp::start_with(vec![], configure, change).await
}

fn profile(subject: &str, picture: &str) -> Value {
    json!({"sub": subject, "email": format!("{subject}@x.ro"), "email_verified": true, "picture": picture})
}

async fn fetch(test: &TestApp) {
    pictures::fetch_due(&test.app, &Actor::System).await.expect("the step");
}

/// The address of the signed-in account's picture.
async fn address(browser: &Browser<'_>) -> Option<String> {
    browser.get("me").await.body["photo_url"].as_str().map(str::to_owned)
}

/// The color in the middle of the served picture.
async fn color(test: &TestApp, address: &str) -> [u8; 3] {
    let response = test.get(address).send().await.expect("an answer");
    let header = |name: &str| response.headers()[name].to_str().expect("text").to_owned();
    assert_eq!((response.status().as_u16(), header("content-type").as_str()), (200, "image/jpeg"), "{address}");
    assert_eq!(header("cache-control"), "private, max-age=86400, immutable");
    assert_eq!(header("x-content-type-options"), "nosniff");
    let bytes = response.bytes().await.expect("bytes");
    let picture = image::load_from_memory_with_format(&bytes, image::ImageFormat::Jpeg).expect("a JPEG").to_rgb8();
    assert_eq!(picture.dimensions(), (192, 192));
    picture.get_pixel(96, 96).0
}

#[tokio::test]
async fn f19_the_picture_of_a_provider_is_served_from_our_address() {
    let (at, site) = (StandInOAuth2::start().await, TlsSite::start(&[HOST], reply).await);
    let test = start_with_pictures(&at, &site).await;
    let browser = Browser::new(&test);
    sign_in(&browser, &at, PROVIDER, profile("ana", "https://pictures.test/blue.png"), Value::Null).await;
    assert_eq!((address(&browser).await, site.requests()), (None, 0), "the sign-in does not wait for it");
    fetch(&test).await;
    let first = address(&browser).await.expect("a picture");
    assert!(first.starts_with("/pictures/") && first.len() > 50, "{first}");
    assert!(color(&test, &first).await[2] > 200, "blue");
    let uid = browser.get("me").await.body["uid"].as_str().expect("a uid").to_owned();
    let token = browser.token.borrow().clone().expect("a token");
    let data = test.get(&format!("/users/user-data/{uid}")).bearer_auth(token).send().await.expect("an answer");
    assert_eq!(data.json::<Value>().await.expect("JSON")["photoURL"], json!(first));

    sign_in(&browser, &at, PROVIDER, profile("ana", "https://pictures.test/blue.png"), Value::Null).await;
    fetch(&test).await;
    assert_eq!(
        (address(&browser).await, site.requests()),
        (Some(first.clone()), 1),
        "the same picture is not fetched again"
    );
    sign_in(&browser, &at, PROVIDER, profile("ana", "https://pictures.test/red.png"), Value::Null).await;
    fetch(&test).await;
    let second = address(&browser).await.expect("a picture");
    assert!(color(&test, &second).await[0] > 200, "red");
    assert_eq!(test.json(&first).await.0, 404, "the old address is gone");

    assert_eq!(browser.delete("me").await.status, 200);
    assert_eq!(test.json(&second).await.0, 404, "removed with the account");
    assert_eq!(test.json("/pictures/unknown").await.0, 404);
    test.stop().await;
}

#[tokio::test]
async fn f19_a_picture_leaves_with_its_provider_and_stays_with_the_first() {
    let (at, site) = (StandInOAuth2::start().await, TlsSite::start(&[HOST], reply).await);
    let test = start_with_pictures(&at, &site).await;
    let browser = Browser::new(&test);
    sign_in(&browser, &at, PROVIDER, profile("ana", "https://pictures.test/blue.png"), Value::Null).await;
    fetch(&test).await;
    let first = address(&browser).await;
    let (url, transaction) = super::oauth2::begin(&browser, OTHER, json!({"purpose": "link"})).await;
    let back = at.sign_in_at(&url, profile("ana", "https://pictures.test/red.png"), Value::Null);
    super::providers::return_to(&browser, &back).await;
    assert_eq!(browser.post("link", json!({"transaction": transaction})).await.status, 200);
    fetch(&test).await;
    assert_eq!(address(&browser).await, first, "the picture of the first provider stays");
    assert_eq!(browser.delete(&format!("link/{PROVIDER}")).await.status, 200);
    assert_eq!(address(&browser).await, None);
    assert_eq!(test.json(&first.expect("a picture")).await.0, 404);
    test.stop().await;
}

#[tokio::test]
async fn f19_only_pictures_at_listed_hosts_are_fetched_and_only_what_they_are_is_kept() {
    let (at, site) = (StandInOAuth2::start().await, TlsSite::start(&[HOST], reply).await);
    let test = start_with_pictures(&at, &site).await;
    let browser = Browser::new(&test);
    for elsewhere in [
        "https://evil.example/blue.png",
        "http://pictures.test/blue.png",
        "https://pictures.test:8443/blue.png",
        "https://127.0.0.1/blue.png",
        "https://pictures.test@evil.example/",
        "javascript:alert(1)",
    ] {
        sign_in(&browser, &at, PROVIDER, profile("dan", elsewhere), Value::Null).await;
        fetch(&test).await;
    }
    assert_eq!((address(&browser).await, site.requests()), (None, 0));
    for bad in ["page.png", "large.png", "wide.png", "moved.png", "none.png"] {
        sign_in(&browser, &at, PROVIDER, profile("dan", &format!("https://pictures.test/{bad}")), Value::Null).await;
        fetch(&test).await;
        assert_eq!(address(&browser).await, None, "{bad}");
    }
    let before = site.requests();
    for tries in [1, 2] {
        wait(&test, 601);
        fetch(&test).await;
        assert_eq!(site.requests(), before + tries, "it is tried again");
    }
    wait(&test, 601);
    fetch(&test).await;
    assert_eq!(site.requests(), before + 2, "and given up");
    test.stop().await;
}

#[tokio::test]
async fn f19_the_picture_that_a_hook_gives_is_copied_too() {
    let (at, site) = (StandInOAuth2::start().await, TlsSite::start(&[HOST], reply).await);
    let hook = StandInHook::start(NOW).await;
    let test = start_with_pictures_and(&at, &site, |config| hook.configure(config, &[HookEvent::BeforeSignIn])).await;
    let gives = |url: &str| {
        let answer = json!({ "photo_url": url });
        hook.decide(move |_| (200, answer.clone()));
    };
    gives("https://pictures.test/blue.png");
    let browser = Browser::new(&test);
    let signed_up = browser.sign_up("ana@x.ro").await;
    assert_eq!(signed_up.status, 200, "{}", signed_up.body);
    assert_eq!(address(&browser).await, None, "the sign-in does not wait for it, and nobody else's address is shown");
    fetch(&test).await;
    let first = address(&browser).await.expect("a picture");
    assert!(first.starts_with("/pictures/") && color(&test, &first).await[2] > 200, "{first}");
    browser.sign_in("ana@x.ro", PASSWORD).await;
    fetch(&test).await;
    assert_eq!(
        (address(&browser).await, site.requests()),
        (Some(first.clone()), 1),
        "the same one is not fetched again"
    );
    // It counts before the picture of a provider.
    gives("https://pictures.test/red.png");
    let link =
        json!({"sub": "ana", "email": "ana@x.ro", "email_verified": true, "picture": "https://pictures.test/blue.png"});
    sign_in(&browser, &at, PROVIDER, link.clone(), Value::Null).await;
    fetch(&test).await;
    let second = address(&browser).await.expect("a picture");
    assert!(color(&test, &second).await[0] > 200, "red");
    gives("");
    sign_in(&browser, &at, PROVIDER, link, Value::Null).await;
    assert_eq!((address(&browser).await, test.json(&second).await.0), (None, 404), "the hook took it away");
    test.stop().await;
}
