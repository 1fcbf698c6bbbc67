//! The forms of the mail pages, and one-click unsubscribing (RFC 8058).

use paragraf::domain::mailing::{DigestFrequency, SuppressionReason};
use reqwest::Response;

use super::{ANA, days};
use crate::support::app::TestApp;

const FORM: &str = "application/x-www-form-urlencoded";

async fn post(test: &TestApp, path: &str, media_type: &str, body: &str) -> Response {
    let request = test.client.post(format!("{}{path}", test.base)).header("content-type", media_type);
    request.body(body.to_owned()).send().await.expect("an answer")
}

/// Status and text of the response to a form.
async fn form(test: &TestApp, path: &str, body: &str) -> (u16, String) {
    let response = post(test, path, FORM, body).await;
    (response.status().as_u16(), response.text().await.expect("text"))
}

#[tokio::test]
async fn pages_are_not_cached_or_indexed_and_change_nothing() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    for (path, words) in [
        (format!("/mail/confirm?token={}", test.confirm_token(ANA)), "Confirmă adresa"),
        (format!("/mail/preferences?token={}", test.mail_token(ANA)), "Ce îți trimitem"),
        (format!("/mail/unsubscribe?token={}", test.mail_token(ANA)), "Oprești toate mesajele?"),
        ("/mail/confirm?token=x".into(), "Confirm your address"),
        ("/mail/preferences?lang=ro".into(), "copiat numai în parte"),
        ("/mail/unsubscribe".into(), "Stop all messages?"),
    ] {
        let page = test.get(&path).send().await.expect("an answer");
        assert_eq!(page.status(), 200, "{path}");
        for (name, value) in
            [("cache-control", "no-store"), ("referrer-policy", "no-referrer"), ("x-robots-tag", "noindex")]
        {
            assert_eq!(page.headers()[name], value, "{path}");
        }
        assert!(!page.headers().contains_key("etag") && !page.headers().contains_key("set-cookie"));
        let html = page.text().await.expect("text");
        assert!(html.contains(words) && html.contains("name=\"robots\" content=\"noindex\""), "{path}: {html}");
        assert!(
            !html.contains("example.ro") || html.contains("a*a@example.ro"),
            "the whole address is nowhere: {html}"
        );
    }
    assert!(test.stored(ANA).await.expect("Ana").is_active());
    test.stop().await;
}

#[tokio::test]
async fn one_click_needs_the_body_of_the_rfc() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    let path = format!("/mail/unsubscribe?token={}", test.mail_token(ANA));
    for body in ["", "List-Unsubscribe=", "List-Unsubscribe=Two-Clicks", "list-unsubscribe=one-click", "x=One-Click"] {
        assert_eq!(form(&test, &path, body).await.0, 400, "{body:?}");
    }
    assert_eq!(test.suppression(ANA).await, None);
    let answer = post(&test, &path, FORM, "List-Unsubscribe=One-Click").await;
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["content-type"]),
        (200, &"text/plain; charset=utf-8".parse().expect("a value"))
    );
    assert_eq!(test.suppression(ANA).await, Some(SuppressionReason::Asked));
    assert_eq!(post(&test, &path, FORM, "List-Unsubscribe=One-Click").await.status(), 200, "and again");
    test.link(&test.mail_token(ANA), "/rejoin").await;
    let multipart = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n";
    assert_eq!(post(&test, &path, "multipart/form-data; boundary=b", multipart).await.status(), 200);
    assert_eq!(test.suppression(ANA).await, Some(SuppressionReason::Asked));
    for broken in ["", "--b\r\n", "--c\r\nx", &"x".repeat(100_000)] {
        let answer = post(&test, &path, "multipart/form-data; boundary=b", broken).await;
        assert!(matches!(answer.status().as_u16(), 400 | 413), "{}", answer.status());
    }
    assert_eq!(post(&test, "/mail/unsubscribe?token=x", FORM, "List-Unsubscribe=One-Click").await.status(), 400);
    assert_eq!(post(&test, &path, FORM, &"x".repeat(100_000)).await.status(), 413);
    test.stop().await;
}

#[tokio::test]
async fn forms_do_what_the_scripts_do() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    let (confirm, mail) = (test.confirm_token(ANA), test.mail_token(ANA));
    let (status, page) = form(&test, &format!("/mail/unsubscribe?token={mail}"), "do=leave").await;
    assert!(status == 200 && page.contains("Nu mai primești nimic de la noi"), "{page}");
    let (status, page) = form(&test, &format!("/mail/confirm?token={confirm}&lang=en"), "do=confirm").await;
    assert!(status == 200 && page.contains("Your address is confirmed"), "{page}");
    assert!(test.stored(ANA).await.expect("Ana").is_active() && test.suppression(ANA).await.is_none());
    let preferences = format!("/mail/preferences?token={mail}");
    let (_, page) = test.text(&preferences).await;
    assert!(page.contains("value=\"weekly\" selected") && page.contains("name=\"topic\""), "{page}");
    let saved = "language=en&digest=daily&digest_from=5&urgent=yes&news=yes&paused_until=2026-02-01&topic=none&do=save";
    assert_eq!(form(&test, &preferences, saved).await.0, 400, "there is no such topic");
    let (status, page) = form(&test, &preferences, &saved.replace("&topic=none", "")).await;
    assert!(status == 200 && page.contains("Saved") || page.contains("Am salvat"), "{page}");
    let wants = test.stored(ANA).await.expect("Ana").preferences;
    assert_eq!((wants.digest, wants.deadlines, wants.news), (DigestFrequency::Daily, false, true));
    let (status, _) = form(&test, &preferences, "do=nothing").await;
    assert_eq!(status, 400);
    let (status, page) = form(&test, &preferences, "do=delete").await;
    assert!(status == 200 && page.contains("deleted") || page.contains("șterse"), "{page}");
    assert!(test.stored(ANA).await.is_none());
    for (path, body, wanted) in [
        (format!("/mail/confirm?token={confirm}"), "do=confirm", 404),
        (preferences.clone(), "do=delete", 404),
        ("/mail/confirm?token=x".into(), "do=confirm", 400),
        (format!("/mail/confirm?token={confirm}"), "", 400),
    ] {
        let response = post(&test, &path, FORM, body).await;
        assert_eq!(
            (response.status().as_u16(), &response.headers()["cache-control"]),
            (wanted, &"no-store".parse().expect("a value"))
        );
        assert!(response.headers()["content-type"].to_str().expect("text").starts_with("text/html"), "{path}");
    }
    test.app.clock.advance(days(30));
    let (status, page) = form(&test, &format!("/mail/confirm?token={confirm}&lang=ro"), "do=confirm").await;
    assert!(status == 410 && page.contains("Linkul a expirat"), "{page}");
    test.stop().await;
}
