//! Text messages on their way: the gateway, the outbox as the operator sees it, and the captcha of a vendor.

use std::time::Duration;

use paragraf::config::{CaptchaKind, SmsMethod, SmsTransport};
use paragraf::ops::Actor;
use paragraf::ops::mail::deliver;
use paragraf::ops::mail::outbox::{self as listed, DeliveryState, OutboxFilter};
use paragraf::store::outbox::MessageState;

use super::phone::{ANA, request_code, sent_code, with_phone, with_quick_captcha};
use super::*;
use crate::support::listed::rows;
use crate::support::stand_in_sms::StandInSms;

async fn start_at(gateway: &StandInSms, configure: impl FnOnce(&mut Config)) -> TestApp {
    let url = gateway.url.clone();
    let configure = |config: &mut Config| {
        with_phone(config);
        config.sms.url = url;
        config.sms.from = "+40722000000".into();
        config.sms.account = "AC1".into();
        config.sms.secret = "s3cret".into();
        configure(config);
    };
    TestApp::start_with(vec![], configure, with_quick_captcha).await
}

async fn deliver(test: &TestApp) -> usize {
    deliver::all_due(&test.app, &Actor::System).await.expect("the deliveries")
}

async fn state(test: &TestApp) -> MessageState {
    mails(test, MessageKind::PhoneCode).await.pop().expect("a message").state
}

#[tokio::test]
async fn twilio_gets_a_form_with_number_sender_and_text() {
    let gateway = StandInSms::start().await;
    let test = start_at(&gateway, |config| config.sms.transport = SmsTransport::Twilio).await;
    request_code(&Browser::new(&test), "0722 123 456").await;
    let code = sent_code(&test).await;
    assert_eq!(deliver(&test).await, 1);
    let received = gateway.received();
    assert_eq!(received.len(), 1);
    let request = &received[0];
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/2010-04-01/Accounts/AC1/Messages.json"));
    assert_eq!(request.headers["authorization"], "Basic QUMxOnMzY3JldA==");
    assert_eq!(request.headers["content-type"], "application/x-www-form-urlencoded");
    let form: HashMap<_, _> = url::form_urlencoded::parse(request.body.as_bytes()).into_owned().collect();
    assert_eq!((form["To"].as_str(), form["From"].as_str()), (ANA, "+40722000000"));
    assert!(form["Body"].starts_with(&format!("{code} este codul Paragraf, valabil 5 minute.")), "{}", form["Body"]);
    assert!(matches!(state(&test).await, MessageState::Sent { .. }));
    let record = mails(&test, MessageKind::PhoneCode).await.pop().expect("a message");
    assert!(record.content.is_empty(), "the code is wiped");
}

#[tokio::test]
async fn another_gateway_gets_the_request_of_the_templates() {
    let gateway = StandInSms::start().await;
    let test = start_at(&gateway, |config| {
        config.sms.transport = SmsTransport::Http;
        config.sms.method = SmsMethod::Put;
        config.sms.url += "/send?from={{from}}";
        config.sms.headers = vec![
            "Authorization: Bearer {{secret}}".into(),
            "Content-Type: application/json".into(),
            "Idempotency-Key: {{id}}".into(),
        ];
        config.sms.body = r#"{"to": "{{digits}}", "text": "{{text}}"}"#.into();
        config.sms.id_pointer = "/messages/0/id".into();
    })
    .await;
    request_code(&Browser::new(&test), ANA).await;
    let code = sent_code(&test).await;
    // Busy, then an answer without an ID would be a failure; then accepted.
    gateway.answer(503, json!({"error": "busy"}));
    assert_eq!(deliver(&test).await, 1);
    let MessageState::Deferred { reason, next_at, .. } = state(&test).await else { panic!("not deferred") };
    assert!(reason.contains("503") && next_at.duration_since(test.app.clock.now()).as_secs() <= 5, "{reason}");
    assert_eq!(test.app.conditions.list()[0].code, "sms_gateway_failing");
    wait(&test, 5);
    assert_eq!(deliver(&test).await, 1);
    assert!(matches!(state(&test).await, MessageState::Sent { .. }));
    assert_eq!(test.app.conditions.list(), []);
    let [first, second] = &gateway.received()[..] else { panic!("two requests") };
    assert_eq!((first.method.as_str(), first.path.as_str()), ("PUT", "/send?from=%2B40722000000"));
    assert_eq!(first.headers["authorization"], "Bearer s3cret");
    assert_eq!(first.headers["idempotency-key"], second.headers["idempotency-key"], "a repeated message is recognised");
    let body: Value = serde_json::from_str(&second.body).expect("JSON");
    assert_eq!(body["to"], "40722123456");
    assert!(body["text"].as_str().is_some_and(|text| text.contains(&code)), "{body}");
}

#[tokio::test]
async fn a_refused_number_is_given_up_and_the_code_is_not_in_the_reason() {
    let gateway = StandInSms::start().await;
    let test = start_at(&gateway, |config| config.sms.transport = SmsTransport::Twilio).await;
    request_code(&Browser::new(&test), ANA).await;
    let code = sent_code(&test).await;
    gateway.answer(400, json!({"code": 21211, "message": format!("cannot send {code}")}));
    deliver(&test).await;
    let MessageState::Failed { reason, .. } = state(&test).await else { panic!("not failed") };
    assert!(reason.contains("21211") && !reason.contains(&code), "{reason}");
    assert_eq!(test.app.conditions.list(), [], "one number, not the gateway");
}

#[tokio::test]
async fn a_message_is_given_up_when_its_code_expires() {
    let gateway = StandInSms::start().await;
    let test = start_at(&gateway, |config| config.sms.transport = SmsTransport::Twilio).await;
    request_code(&Browser::new(&test), ANA).await;
    for _ in 0..8 {
        gateway.answer(500, json!({}));
        wait(&test, 80);
        deliver(&test).await;
    }
    let MessageState::Failed { reason, .. } = state(&test).await else { panic!("not failed") };
    assert!(reason.contains("its code expire"), "{reason}");
}

#[tokio::test]
async fn the_folder_keeps_the_message_and_the_list_shows_no_code() {
    let test = TestApp::start_with(vec![], with_phone, with_quick_captcha).await;
    request_code(&Browser::new(&test), ANA).await;
    let code = sent_code(&test).await;
    let list =
        async || rows(async |take| listed::list(&test.app, &Actor::System, OutboxFilter::default(), take).await).await;
    let queued = serde_json::to_string(&list().await).expect("JSON");
    assert!(queued.contains(ANA) && !queued.contains(&code), "{queued}");
    deliver(&test).await;
    let sent = list().await.pop().expect("a message");
    assert_eq!((sent.state, sent.to.as_str()), (DeliveryState::Sent, ANA));
    let file = std::fs::read_to_string(sent.file.expect("a file")).expect("the file");
    assert!(file.starts_with(&format!("To: {ANA}\n\n{code} este codul Paragraf")), "{file}");
}

#[tokio::test]
async fn a_mail_server_that_rests_does_not_hold_text_messages() {
    let gateway = StandInSms::start().await;
    let test = start_at(&gateway, |config| config.sms.transport = SmsTransport::Twilio).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    request_code(&browser, ANA).await;
    let done = tokio::time::timeout(
        Duration::from_secs(60),
        deliver::work(&test.app, &Actor::System, deliver::Lane::TextMessages),
    );
    assert_eq!(done.await.expect("in time").expect("the deliveries").attempted, 1, "only the text message");
    assert_eq!(gateway.received().len(), 1);
}

#[tokio::test]
async fn a_vendors_captcha_is_checked_at_its_address() {
    let vendor = StandInSms::start().await;
    let url = vendor.url.clone();
    let configure = |config: &mut Config| {
        with_phone(config);
        config.captcha.kind = CaptchaKind::Turnstile;
        config.captcha.site_key = "site".into();
        config.captcha.secret = "s3cret".into();
        config.captcha.verify_url = format!("{url}/siteverify");
    };
    let test = TestApp::start_with(vec![], configure, |_| {}).await;
    let browser = Browser::new(&test);
    let config = browser.get("config").await;
    assert_eq!(config.body["captcha"], json!({"kind": "turnstile", "site_key": "site"}));
    assert!(config.headers["content-security-policy"].to_str().expect("text").contains("challenges.cloudflare.com"));
    assert_eq!(browser.post("captcha", json!({})).await.body, json!({"kind": "turnstile"}));
    let send = async || browser.post("phone/send", json!({"phone": ANA, "captcha": "token"})).await;
    vendor.answer(200, json!({"success": false, "error-codes": ["timeout-or-duplicate"]}));
    assert_eq!(send().await.refusal(), (400, "captcha_check_failed"));
    vendor.answer(500, json!({}));
    assert_eq!(send().await.refusal(), (502, "provider_unavailable"));
    assert_eq!(send().await.status, 200);
    let asked = &vendor.received()[0];
    assert_eq!((asked.path.as_str(), asked.body.as_str()), ("/siteverify", "secret=s3cret&response=token"));
}
