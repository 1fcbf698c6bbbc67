//! Overdue mail is reported.

use jiff::ToSpan;
use paragraf::domain::mailing::Audience;
use paragraf::domain::message::MessageKind;
use paragraf::ops::Actor;
use paragraf::ops::mail::campaigns::control::{CampaignStatusChange, change};
use paragraf::ops::mail::overdue::check;
use paragraf::store::outbox;

use super::super::mail;
use super::{OPERATOR, create as send, files, gather_all, id, subscribe};
use crate::support::app::TestApp;

#[tokio::test]
async fn account_messages_are_overdue_after_15_minutes_and_campaigns_after_6_hours() {
    let day_and_night = |config: &mut paragraf::config::Config| config.mail.quiet_hours = Default::default();
    let test = TestApp::start_with(vec![], day_and_night, |_| {}).await;
    let app = &test.app;
    let (begun, record) = (app.clock.now(), mail(MessageKind::PasswordReset, "a@x.ro", app.clock.now()));
    app.store.write(move |tx| Ok(outbox::put(tx, &record)?)).await.expect("stored");
    subscribe(app, &["a@x.ro"], |_| {}).await;
    let text = "---\nsubject: A\nlanguages: [ro]\n---\nText.\n";
    send(app, files(text), Audience::Subscribers).await.expect("a campaign");
    gather_all(app).await;
    let late = || async {
        let late = check(app, &Actor::System).await.expect("a look");
        late.into_iter().map(|late| (late.campaign.map(String::from), late.mails, late.since)).collect::<Vec<_>>()
    };
    app.clock.advance(15.minutes());
    assert_eq!(late().await, []);
    app.clock.advance(1.minute());
    assert_eq!(late().await, [(None, 1, begun)]);
    app.clock.advance(6.hours());
    assert_eq!(late().await, [(None, 1, begun), (Some("noutati".into()), 1, begun)]);
    change(app, &OPERATOR, id("noutati"), CampaignStatusChange::Pause).await.expect("paused");
    assert_eq!(late().await, [(None, 1, begun)], "what is paused is not late");
    test.stop().await;
}

/// Quiet hours do not count towards the time after which a mail is overdue.
#[tokio::test]
async fn quiet_hours_do_not_make_a_campaign_overdue() {
    let night = |config: &mut paragraf::config::Config| config.mail.quiet_hours = "22:00-07:00".parse().expect("hours");
    let test = TestApp::start_with(vec![], night, |_| {}).await;
    let app = &test.app;
    subscribe(app, &["a@x.ro"], |_| {}).await;
    // It is 21:00 in Romania.
    app.clock.advance(10.hours());
    let text = "---\nsubject: A\nlanguages: [ro]\n---\nText.\n";
    send(app, files(text), Audience::Subscribers).await.expect("a campaign");
    gather_all(app).await;
    for (hours, late) in [(7, 0), (3, 0), (2, 0), (4, 1)] {
        app.clock.advance(hours.hours());
        let found = check(app, &Actor::System).await.expect("a look").len();
        assert_eq!(found, late, "at {}", app.clock.now());
    }
    test.stop().await;
}
