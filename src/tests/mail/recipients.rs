//! Eligibility of recipients for campaigns.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::date;
use paragraf::clock::{Clock, uuid_at};
use paragraf::domain::act::Act;
use paragraf::domain::concern::DayFigures;
use paragraf::domain::email::Email;
use paragraf::domain::follow::{FollowFrequency, FollowSettings, Pause};
use paragraf::domain::mailing::{Audience, DigestFrequency, SkipReason, SuppressionReason};
use paragraf::domain::message::MessageKind;
use paragraf::domain::{CampaignId, Importance, Language, MailPreferences, Status, Uid};
use paragraf::ops::mail::eligibility::{DecisionMoment, Eligibility, EligibilityDecision};
use paragraf::ops::mail::recipients::Recipient;
use paragraf::ops::mail::relevance::ItemReason;
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::articles::{self, ArticleRecord};
use paragraf::store::campaigns::{CampaignAct, CampaignArticle, CampaignRecord, CampaignStatus};
use paragraf::store::marks::{self, Mark};
use paragraf::store::outbox::OutboxRecord;
use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::store::suppressions::{self, SuppressionRecord};
use paragraf::store::{Store, WriteTx, follow_settings};

use crate::support::accounts::account;
use crate::support::articles::article;

fn now() -> Timestamp {
    "2026-03-02T08:00:00Z".parse().expect("an instant")
}

fn email(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

fn level(level: u8) -> Importance {
    Importance::new(level).expect("a level")
}

/// An article of the campaign, stored under `slug`.
fn published(tx: &WriteTx, slug: &str, importance: u8, topic: &str, status: Status) -> CampaignArticle {
    let mut article = article(slug);
    (article.importance, article.topic) = (level(importance), topic.into());
    let record = ArticleRecord { published_at: Some(now()), ..ArticleRecord::new(article.clone(), status, now()) };
    articles::put(tx, None, &record).expect("the article is stored");
    let domains = article.domains.clone();
    CampaignArticle {
        slug: article.slug,
        revision: 1,
        importance: level(importance),
        topic: topic.into(),
        domains,
        acts: vec![],
        provisions: vec![],
        searches: vec![],
        only_searches: false,
    }
}

fn campaign(kind: MessageKind, audience: Audience, articles: Vec<CampaignArticle>) -> CampaignRecord {
    let id = CampaignId::parse("a").expect("an id");
    CampaignRecord { articles, ..CampaignRecord::new(id, kind, audience, "test".into(), now()) }
}

fn delivery(to: &str) -> OutboxRecord {
    let queued = OutboxRecord::queued(uuid_at(now()), MessageKind::Campaign, email(to), Language::En, now());
    OutboxRecord { campaign: CampaignId::parse("a"), ..queued }
}

fn subscriber(address: &str, change: impl FnOnce(&mut SubscriberRecord)) -> SubscriberRecord {
    let confirmed = Some(now());
    let mut record =
        SubscriberRecord { confirmed_at: confirmed, ..SubscriberRecord::new(email(address), Language::Ro, now()) };
    change(&mut record);
    record
}

fn reader(name: &str, change: impl FnOnce(&mut AccountRecord)) -> AccountRecord {
    let mut record = account(&Uid::parse(&format!("{name:0<28}")).expect("a uid"), name, now());
    change(&mut record);
    record
}

/// Runs over an empty store.
fn within(test: impl Fn(&WriteTx) -> paragraf::error::Result<()> + Send + 'static) {
    Store::in_memory(&Clock::System).expect("a store").write_blocking(test).expect("a write");
}

/// The decision about a delivery that is being claimed.
fn decide(tx: &WriteTx, campaign: &CampaignRecord, to: &str) -> EligibilityDecision {
    let (today, snapshot) = (date(2026, 3, 2), Arc::default());
    let moment = DecisionMoment { today, snapshot, figures: DayFigures::built_in(today), seed: None };
    Eligibility::new(tx, campaign, &moment).of_delivery(&delivery(to)).expect("a decision")
}

#[test]
fn only_reachable_recipients_who_want_it_get_a_campaign() {
    within(|tx| {
        let preferences =
            |change: fn(&mut MailPreferences)| move |it: &mut SubscriberRecord| change(&mut it.preferences);
        for record in [
            subscriber("ana@x.ro", |_| {}),
            subscriber("new@x.ro", |it| it.confirmed_at = None),
            subscriber("left@x.ro", |it| it.left_at = Some(now())),
            subscriber("paused@x.ro", preferences(|it| it.paused_until = Some(date(2026, 3, 3)))),
            subscriber("back@x.ro", preferences(|it| it.paused_until = Some(date(2026, 3, 2)))),
            subscriber("quiet@x.ro", preferences(|it| it.news = false)),
            subscriber("bounced@x.ro", |_| {}),
            subscriber("soft@x.ro", |_| {}),
        ] {
            subscribers::put(tx, &record)?;
        }
        for record in [
            reader("dan", |_| {}),
            reader("unsure", |it| it.email_verified = false),
            reader("off", |it| it.disabled = true),
        ] {
            accounts::put(tx, None, &record)?;
        }
        for (address, reason) in [("bounced@x.ro", Some(SuppressionReason::Bounced)), ("soft@x.ro", None)] {
            let new = SuppressionRecord::new(email(address), now());
            suppressions::put(tx, &SuppressionRecord { reason, soft_bounces: 1, ..new })?;
        }
        let letter = campaign(MessageKind::Campaign, Audience::Everybody, vec![]);
        for (address, why) in [
            ("ana@x.ro", None),
            ("new@x.ro", Some(SkipReason::Unverified)),
            ("left@x.ro", Some(SkipReason::Left)),
            ("paused@x.ro", Some(SkipReason::Paused)),
            ("back@x.ro", None),
            ("quiet@x.ro", Some(SkipReason::NotWanted)),
            ("bounced@x.ro", Some(SkipReason::SuppressionList)),
            ("soft@x.ro", None),
            ("dan@exemplu.ro", None),
            ("unsure@exemplu.ro", Some(SkipReason::Unverified)),
            ("off@exemplu.ro", Some(SkipReason::Unverified)),
            ("stranger@x.ro", Some(SkipReason::Gone)),
        ] {
            assert_eq!(decide(tx, &letter, address).err(), why, "{address}");
        }
        let list = CampaignRecord { audience: Audience::List, ..letter.clone() };
        assert!(decide(tx, &list, "stranger@x.ro").is_ok(), "an address of a list has the default preferences");
        assert_eq!(decide(tx, &list, "quiet@x.ro"), Err(SkipReason::NotWanted), "unless it has");
        let cancelled = CampaignRecord { status: CampaignStatus::Cancelled, ..letter };
        assert_eq!(decide(tx, &cancelled, "ana@x.ro"), Err(SkipReason::CampaignCancelled));
        Ok(())
    });
}

#[test]
fn a_verified_account_takes_precedence_over_a_subscriber() {
    within(|tx| {
        let of = |name: &str| {
            let address = email(&format!("{name}@exemplu.ro"));
            Recipient::at(tx, &address).expect("a lookup").expect("a recipient")
        };
        for name in ["dan", "eva"] {
            accounts::put(tx, None, &reader(name, |it| it.email_verified = name == "dan"))?;
            subscribers::put(tx, &subscriber(&format!("{name}@exemplu.ro"), |_| {}))?;
        }
        assert!(of("dan").uid.is_some() && of("eva").uid.is_none());
        assert_eq!((of("dan").follows, of("eva").follows), (Some(Default::default()), None));
        Ok(())
    });
}

#[test]
fn articles_are_selected_by_topic_domain_and_importance() {
    within(|tx| {
        let articles = vec![
            published(tx, "urgent", 5, "munca", Status::Published),
            published(tx, "rent", 3, "inchirieri", Status::Published),
            published(tx, "little", 1, "inchirieri", Status::Published),
            published(tx, "gone", 5, "inchirieri", Status::Withdrawn),
        ];
        let daily = campaign(MessageKind::DailyDigest, Audience::Everybody, articles);
        let dan = reader("dan", |it| it.mail.digest = DigestFrequency::Daily);
        let uid = dan.uid.clone();
        accounts::put(tx, None, &dan)?;
        let chooser = |it: &mut SubscriberRecord| {
            (it.preferences.digest, it.preferences.topics) = (DigestFrequency::Daily, vec!["munca".into()]);
        };
        subscribers::put(tx, &subscriber("all@x.ro", |it| it.preferences.digest = DigestFrequency::Daily))?;
        subscribers::put(tx, &subscriber("munca@x.ro", chooser))?;
        subscribers::put(tx, &subscriber("weekly@x.ro", |_| {}))?;
        let selected = |address: &str| {
            let eligible = decide(tx, &daily, address).expect("an eligible recipient");
            eligible.items.into_iter().map(|item| (item.slug.to_string(), item.reason)).collect::<Vec<_>>()
        };
        let item = |slug: &str, why| (slug.to_owned(), why);
        assert_eq!(selected("all@x.ro"), [item("urgent", ItemReason::Urgent), item("rent", ItemReason::AllTopics)]);
        assert_eq!(selected("munca@x.ro"), [item("urgent", ItemReason::Topic)]);
        assert_eq!(
            selected("dan@exemplu.ro"),
            [item("urgent", ItemReason::Urgent)],
            "urgent articles reach accounts that follow nothing"
        );
        marks::set(tx, Mark::Follow, &uid, "domain:chirii", Some(now()))?;
        let all = ["urgent", "rent", "little"].map(|slug| item(slug, ItemReason::Domain("chirii".into())));
        assert_eq!(selected("dan@exemplu.ro"), all);
        marks::set(tx, Mark::Follow, &uid, "inchirieri", Some(now()))?;
        assert_eq!(selected("dan@exemplu.ro")[1], item("rent", ItemReason::Topic));
        assert_eq!(decide(tx, &daily, "weekly@x.ro"), Err(SkipReason::NotWanted));
        Ok(())
    });
}

#[test]
fn an_empty_message_is_skipped_unless_the_recipient_wants_it() {
    within(|tx| {
        let little = vec![published(tx, "little", 1, "munca", Status::Published)];
        let weekly = campaign(MessageKind::WeeklyDigest, Audience::Everybody, little.clone());
        subscribers::put(tx, &subscriber("ana@x.ro", |_| {}))?;
        subscribers::put(tx, &subscriber("asks@x.ro", |it| it.preferences.digest_when_empty = true))?;
        assert_eq!(decide(tx, &weekly, "ana@x.ro"), Err(SkipReason::NothingRelevant));
        assert!(decide(tx, &weekly, "asks@x.ro").is_ok());
        let urgent = |importance| {
            let article = CampaignArticle { importance: level(importance), ..little[0].clone() };
            campaign(MessageKind::Urgent, Audience::Everybody, vec![article])
        };
        assert!(decide(tx, &urgent(5), "asks@x.ro").is_ok());
        assert_eq!(decide(tx, &urgent(4), "asks@x.ro"), Err(SkipReason::NothingRelevant), "level 4 must be chosen");
        subscribers::put(tx, &subscriber("never@x.ro", |it| it.preferences.urgent_from = None))?;
        assert_eq!(decide(tx, &urgent(5), "never@x.ro"), Err(SkipReason::NotWanted));
        Ok(())
    });
}

#[test]
fn each_follow_has_its_own_frequency_importance_and_silence() {
    within(|tx| {
        let rent = published(tx, "rent", 2, "inchirieri", Status::Published);
        let dan = reader("dan", |_| {});
        accounts::put(tx, None, &dan)?;
        let mails = |names: &[(&str, FollowSettings)]| {
            for (name, settings) in names {
                marks::set(tx, Mark::Follow, &dan.uid, name, Some(now())).expect("followed");
                follow_settings::put(tx, &dan.uid, name, settings).expect("set");
            }
            let kinds = [MessageKind::Urgent, MessageKind::DailyDigest, MessageKind::WeeklyDigest];
            let found = kinds.map(|kind| {
                let campaign = campaign(kind, Audience::Everybody, vec![rent.clone()]);
                decide(tx, &campaign, "dan@exemplu.ro").ok().map(|eligible| eligible.items[0].reason.clone())
            });
            for (name, _) in names {
                marks::set(tx, Mark::Follow, &dan.uid, name, None).expect("left");
            }
            found
        };
        let plain = FollowSettings::default;
        let sent = |frequency| FollowSettings { frequency: Some(frequency), ..plain() };
        let (topic, tag) = (Some(ItemReason::Topic), Some(ItemReason::Domain("chirii".into())));
        let (inchirieri, chirii) = ("inchirieri", "domain:chirii");
        assert_eq!(mails(&[(inchirieri, plain())]), [None, None, topic.clone()], "as the account");
        assert_eq!(mails(&[(inchirieri, sent(FollowFrequency::Daily))]), [None, topic.clone(), None]);
        assert_eq!(mails(&[(inchirieri, sent(FollowFrequency::AtOnce))]), [topic.clone(), None, None]);
        let both = [(inchirieri, plain()), (chirii, sent(FollowFrequency::AtOnce))];
        assert_eq!(mails(&both), [tag.clone(), None, None], "the earliest mail is the only one");
        let from = |level_from| FollowSettings { importance_from: Some(level(level_from)), ..plain() };
        assert_eq!(mails(&[(inchirieri, from(3)), (chirii, from(2))]), [None, None, tag]);
        let muted = FollowSettings { muted: true, ..plain() };
        let paused = |until| FollowSettings { paused: Some(Pause { until }), ..plain() };
        for silent in [muted, paused(None), paused(Some(date(2026, 3, 3)))] {
            assert_eq!(mails(&[(inchirieri, silent)]), [None, None, None]);
        }
        assert_eq!(mails(&[(inchirieri, paused(Some(date(2026, 3, 2))))]), [None, None, topic]);
        Ok(())
    });
}

#[test]
fn followers_of_an_act_get_its_articles_and_learn_why() {
    within(|tx| {
        let act = Act { kind: "OUG".into(), number: Some("156".into()), year: 2024, issuer: None };
        let act = CampaignAct { id: "oug-156-2024".into(), act };
        let mut rent = published(tx, "rent", 2, "inchirieri", Status::Published);
        rent.acts = vec![act.clone()];
        let dan = reader("dan", |_| {});
        accounts::put(tx, None, &dan)?;
        let weekly = campaign(MessageKind::WeeklyDigest, Audience::Everybody, vec![rent]);
        assert_eq!(decide(tx, &weekly, "dan@exemplu.ro"), Err(SkipReason::NothingRelevant));
        marks::set(tx, Mark::Follow, &dan.uid, "act:oug-156-2024", Some(now()))?;
        let eligible = decide(tx, &weekly, "dan@exemplu.ro").expect("an eligible recipient");
        assert_eq!(eligible.items[0].reason, ItemReason::Act(act));
        Ok(())
    });
}
