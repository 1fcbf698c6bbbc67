//! Campaigns: from a file to one row per address, and everything that may happen on the way.

mod control;
mod gather;
mod input;
mod late;

use std::collections::BTreeMap;

use paragraf::app::App;
use paragraf::clock::uuid_at;
use paragraf::domain::email::Email;
use paragraf::domain::mailing::Audience;
use paragraf::domain::{CampaignId, Language, Uid};
use paragraf::error::Result;
use paragraf::ops::Actor;
use paragraf::ops::mail::campaigns::create;
use paragraf::ops::mail::campaigns::files::CampaignFiles;
use paragraf::ops::mail::campaigns::gather::all_due;
use paragraf::ops::mail::campaigns::status::CampaignView;
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::campaigns::Listed;
use paragraf::store::outbox::{self, OutboxRecord};
use paragraf::store::subscribers::{self, SubscriberRecord};

use crate::support::accounts::account;

pub const OPERATOR: Actor = Actor::Operator { uid: 1000 };

pub const TEXT: &str = "---\nsubject: Ce se schimbă\npreheader: Trei lucruri\nsubject_en: What changes\n---\n\
                        Bună, {{display_name}}!\n\n{{article:legea-1}}\n\n<!-- en -->\n\nHello!\n";

pub fn email(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

pub fn id(text: &str) -> CampaignId {
    CampaignId::parse(text).expect("an id")
}

/// The files of a campaign called `noutati`.
pub fn files(text: &str) -> CampaignFiles {
    CampaignFiles { name: "noutati.md".into(), text: text.as_bytes().to_vec(), ..CampaignFiles::default() }
}

/// The same to a list.
pub fn files_with(text: &str, addresses: &[&str]) -> CampaignFiles {
    let listed =
        |address: &&str| (email(address).key(), Listed { email: email(address), language: None, excluded: None });
    CampaignFiles { list: addresses.iter().map(listed).collect::<BTreeMap<_, _>>(), ..files(text) }
}

pub async fn create(app: &App, files: CampaignFiles, audience: Audience) -> Result<CampaignView> {
    create::create(app, &OPERATOR, files, &audience, None).await
}

pub async fn gather_all(app: &App) {
    all_due(app, &Actor::System).await.expect("the recipients are gathered");
}

/// Subscribers whose address is confirmed, after a change each.
pub async fn subscribe(app: &App, addresses: &[&str], change: fn(&mut SubscriberRecord)) {
    let now = app.clock.now();
    let records: Vec<_> = addresses
        .iter()
        .map(|address| {
            let mut record = SubscriberRecord {
                confirmed_at: Some(now),
                ..SubscriberRecord::new(email(address), Language::Ro, now)
            };
            change(&mut record);
            record
        })
        .collect();
    let write = app.store.write(move |tx| {
        for record in &records {
            subscribers::put(tx, record)?;
            if record.is_asked() {
                outbox::put(tx, &OutboxRecord::confirmation(uuid_at(now), record))?;
            }
        }
        Ok(())
    });
    write.await.expect("the subscribers are stored");
}

/// An account whose name makes its uid and address, after a change.
pub async fn join(app: &App, name: &str, change: fn(&mut AccountRecord)) {
    let uid = Uid::parse(&format!("{name:0<28}")).expect("a uid");
    let mut record = account(&uid, name, app.clock.now());
    change(&mut record);
    app.store.write(move |tx| Ok(accounts::put(tx, None, &record)?)).await.expect("the account is stored");
}

/// The rows of the campaign `noutati`, by address.
pub async fn rows(app: &App) -> BTreeMap<String, OutboxRecord> {
    let read = app.store.read(|tx| {
        let mut rows = BTreeMap::new();
        outbox::each(tx, &mut |row| {
            if row.campaign == Some(id("noutati")) {
                assert!(rows.insert(row.to.as_str().to_owned(), row).is_none(), "one row per address");
            }
            std::ops::ControlFlow::Continue(())
        })?;
        Ok(rows)
    });
    read.await.expect("the outbox")
}
