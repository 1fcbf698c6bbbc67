//! Deliveries and their campaigns.

use jiff::{SignedDuration, Timestamp};
use paragraf::clock::{Clock, uuid_at};
use paragraf::domain::email::Email;
use paragraf::domain::mailing::{Audience, SkipReason};
use paragraf::domain::message::MessageKind;
use paragraf::domain::{CampaignId, Language};
use paragraf::store::campaigns::{self, CampaignRecord, CampaignStatus};
use paragraf::store::outbox::{self, CLAIM_TIME, MessageState, OutboxRecord, Tally};
use paragraf::store::verify::verify;
use paragraf::store::{Store, WriteTx};

use crate::support::stores;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + second).expect("an instant")
}

fn id(name: &str) -> CampaignId {
    CampaignId::parse(name).expect("an id")
}

fn campaign(name: &str, kind: MessageKind, second: i64) -> CampaignRecord {
    CampaignRecord::new(id(name), kind, Audience::Everybody, "test".into(), at(second))
}

fn delivery(campaign: Option<&str>, to: &str, second: i64) -> OutboxRecord {
    let kind = if campaign.is_some() { MessageKind::Campaign } else { MessageKind::PasswordReset };
    let to = Email::parse(to).expect("an address");
    let queued = OutboxRecord::queued(uuid_at(at(second)), kind, to, Language::Ro, at(second));
    OutboxRecord { campaign: campaign.map(id), ..queued }
}

/// Writes, then verifies the store.
fn write<T: Send + 'static>(
    store: &Store,
    write: impl Fn(&WriteTx) -> paragraf::error::Result<T> + Send + 'static,
) -> T {
    let written = store.write_blocking(write).expect("a write");
    let findings = store.read_blocking(|tx| Ok(verify(tx)?)).expect("a verify");
    assert_eq!(findings, []);
    written
}

#[test]
fn queues_are_ordered_by_due_time_and_tallies_follow_every_state() {
    let store = stores::empty(&Clock::System);
    let rows = [
        delivery(Some("a"), "b@x.ro", 3),
        delivery(Some("a"), "A@x.ro", 2),
        delivery(Some("a-b"), "c@x.ro", 1),
        delivery(None, "d@x.ro", 0),
    ];
    let put = rows.clone();
    write(&store, move |tx| Ok(put.iter().try_for_each(|row| outbox::put(tx, row))?));
    let due = |campaign: Option<&str>, now| {
        let campaign = campaign.map(id);
        store.read_blocking(move |tx| Ok(outbox::due(tx, campaign.as_ref(), at(now), 10)?)).expect("read")
    };
    assert_eq!(due(Some("a"), 3).ids, [rows[1].id, rows[0].id]);
    assert_eq!((due(Some("a"), 2).ids, due(Some("a"), 2).next_at), (vec![rows[1].id], Some(at(3))));
    assert_eq!(due(Some("a-b"), 9).ids, [rows[2].id]);
    assert_eq!(due(None, 9).ids, [rows[3].id]);
    let (first, second) = (rows[0].id, rows[1].id);
    let tally = write(&store, move |tx| {
        let claimed = outbox::claim(tx, &[first, second], at(5))?;
        assert_eq!(outbox::claim(tx, &[first], at(5))?, [], "only one caller gets a message");
        outbox::settle(tx, &claimed[0], MessageState::Sent { at: at(6) })?;
        let why = MessageState::Suppressed { at: at(6), why: SkipReason::Left };
        outbox::settle(tx, &claimed[1], why)?;
        Ok(outbox::tally(tx, Some(&id("a")))?)
    });
    assert_eq!(tally, Tally { sent: 1, suppressed: 1, ..Tally::default() });
    assert!(due(Some("a"), 1_000_000).ids.is_empty());
    let (to, gone) = (rows[0].email().cloned().expect("an address"), rows[2].id);
    let (found, tally, other) = write(&store, move |tx| {
        assert_eq!(outbox::by_address(tx, &id("a"), &to)?, Some(first));
        outbox::remove(tx, first)?;
        outbox::remove(tx, gone)?;
        Ok((
            outbox::by_address(tx, &id("a"), &to)?,
            outbox::tally(tx, Some(&id("a")))?,
            outbox::tally(tx, Some(&id("a-b")))?,
        ))
    });
    assert_eq!((found, other), (None, Tally::default()));
    assert_eq!((tally.sent, tally.forgotten, tally.total()), (1, 1, 2), "the tally outlives the rows");
}

#[test]
fn claims_of_a_dead_process_are_sent_again_for_single_messages_and_unknown_for_campaigns() {
    let store = stores::empty(&Clock::System);
    let rows = [delivery(Some("a"), "a@x.ro", 0), delivery(None, "a@x.ro", 0), delivery(Some("a"), "b@x.ro", 0)];
    let put = rows.clone();
    write(&store, move |tx| {
        put.iter().try_for_each(|row| outbox::put(tx, row))?;
        Ok(outbox::claim(tx, &[put[0].id, put[1].id], at(1))?.len())
    });
    let recovered = write(&store, |tx| Ok(outbox::recover(tx, None, at(2))?));
    assert_eq!((recovered.again, recovered.unknown), (1, 1));
    let ids = rows.clone().map(|row| row.id);
    let states = write(&store, move |tx| {
        let states = ids.iter().map(|id| outbox::get(tx, *id)).collect::<Result<Vec<_>, _>>()?;
        Ok(states.into_iter().flatten().map(|row| row.state).collect::<Vec<_>>())
    });
    assert!(matches!(states[0], MessageState::Unknown { .. }), "{states:?}");
    assert!(matches!(states[1], MessageState::Deferred { attempts: 1, next_at, .. } if next_at == at(2)), "{states:?}");
    assert_eq!(states[2], MessageState::Queued);
    let last = rows[2].id;
    let state = write(&store, move |tx| {
        outbox::claim(tx, &[last], at(3))?;
        let late = at(3) + CLAIM_TIME + SignedDuration::from_secs(1);
        assert_eq!(outbox::claim(tx, &[last], late)?, [], "a stale claim of a campaign is never taken over");
        Ok(outbox::get(tx, last)?.map(|row| row.state))
    });
    assert!(matches!(state, Some(MessageState::Unknown { .. })), "{state:?}");
}

#[test]
fn a_campaign_delivery_that_was_never_handed_over_is_sent_again() {
    let store = stores::empty(&Clock::System);
    let rows = [delivery(Some("a"), "a@x.ro", 0), delivery(Some("a"), "b@x.ro", 0)];
    let ids = rows.clone().map(|row| row.id);
    write(&store, move |tx| {
        rows.iter().try_for_each(|row| outbox::put(tx, row))?;
        Ok(outbox::claim(tx, &ids, at(1))?.len())
    });
    let recovered = write(&store, move |tx| Ok(outbox::recover(tx, Some(&[ids[0]].into()), at(2))?));
    assert_eq!((recovered.again, recovered.unknown), (1, 1));
    let states = store.read_blocking(move |tx| Ok(outbox::get_many(tx, &ids)?)).expect("read");
    assert!(matches!(states[0].state, MessageState::Unknown { .. }), "{states:?}");
    assert!(matches!(states[1].state, MessageState::Deferred { next_at, .. } if next_at == at(2)), "{states:?}");
}

#[test]
fn a_start_leaves_the_claims_of_another_instance_alone() {
    let store = stores::empty(&Clock::System);
    let (mine, other) = (delivery(None, "a@x.ro", 0), delivery(None, "b@x.ro", 0));
    let claim = MessageState::Claimed { by: uuid_at(at(0)), at: at(1), attempts: 1, term: 0 };
    let (first, theirs) = (mine.id, OutboxRecord { state: claim.clone(), ..other });
    let id = theirs.id;
    write(&store, move |tx| {
        outbox::put(tx, &mine)?;
        outbox::put(tx, &theirs)?;
        Ok(outbox::claim(tx, &[first], at(1))?.len())
    });
    let recovered = write(&store, |tx| Ok(outbox::recover(tx, None, at(2))?));
    assert_eq!((recovered.again, recovered.unknown), (1, 0));
    let state = store.read_blocking(move |tx| Ok(outbox::get(tx, id)?.map(|row| row.state))).expect("read");
    assert_eq!(state, Some(claim), "its process may still be sending");
}

#[test]
fn the_instance_of_a_store_survives_a_restart_and_differs_from_others() {
    let (folder, elsewhere) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let instance = super::open(&folder).instance();
    assert_eq!(super::open(&folder).instance(), instance);
    assert_ne!(super::open(&elsewhere).instance(), instance);
}

#[test]
fn urgent_campaigns_go_first_and_finished_ones_leave_the_index() {
    let store = stores::empty(&Clock::System);
    let names = |store: &Store| {
        let read = store.read_blocking(|tx| Ok(campaigns::under_way(tx)?));
        read.expect("read").into_iter().map(|it| String::from(it.id)).collect::<Vec<_>>()
    };
    write(&store, |tx| {
        let all = [
            campaign("letter", MessageKind::Campaign, 0),
            campaign("weekly", MessageKind::WeeklyDigest, 1),
            campaign("late", MessageKind::Urgent, 9),
            campaign("early", MessageKind::Urgent, 3),
        ];
        Ok(all.iter().try_for_each(|it| campaigns::put(tx, it))?)
    });
    assert_eq!(names(&store), ["early", "late", "weekly", "letter"]);
    write(&store, |tx| {
        let done = CampaignRecord { status: CampaignStatus::Done, ..campaign("early", MessageKind::Urgent, 3) };
        campaigns::put(tx, &done)?;
        let paused =
            CampaignRecord { status: CampaignStatus::Paused, ..campaign("weekly", MessageKind::WeeklyDigest, 1) };
        Ok(campaigns::put(tx, &paused)?)
    });
    assert_eq!(names(&store), ["late", "weekly", "letter"]);
}
