//! A stored campaign whose recipients have been gathered.

use jiff::Timestamp;
use paragraf::domain::email::Email;
use paragraf::domain::mailing::Audience;
use paragraf::domain::message::MessageKind;
use paragraf::domain::{CampaignId, Language};
use paragraf::error::Result;
use paragraf::store::campaigns::{self, CampaignRecord, CampaignVersion};
use paragraf::store::outbox::{self, OutboxRecord};
use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::store::{WriteTx, each};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// A letter or an automatic campaign to the subscribers, ready to be sent.
pub fn campaign(id: &str, kind: MessageKind, now: Timestamp) -> CampaignRecord {
    let version = CampaignVersion {
        subject: "Ce se schimbă de la 1 ianuarie".into(),
        preheader: "Trei lucruri de făcut în decembrie".into(),
        body: "Bună ziua,\n\nde la 1 ianuarie se schimbă **trei lucruri**.".into(),
    };
    let id = CampaignId::parse(id).expect("an id");
    let versions = if kind == MessageKind::Campaign { [(Language::Ro, version)].into() } else { Default::default() };
    CampaignRecord { versions, ..CampaignRecord::new(id, kind, Audience::Subscribers, "test".into(), now) }
}

/// Writes the campaign with a confirmed subscriber and a row for each address.
pub fn mail_out(tx: &WriteTx, campaign: &CampaignRecord, addresses: &[String], now: Timestamp) -> Result<()> {
    campaigns::put(tx, campaign)?;
    each(tx, addresses, |address| -> Result<()> {
        let to = Email::parse(address).expect("an address");
        if subscribers::get(tx, &to)?.is_none() {
            let new = SubscriberRecord::new(to.clone(), Language::Ro, now);
            subscribers::put(tx, &SubscriberRecord { confirmed_at: Some(now), ..new })?;
        }
        let queued = OutboxRecord::queued(id_of(campaign, address), campaign.kind, to, Language::Ro, now);
        let record = OutboxRecord { campaign: Some(campaign.id.clone()), ..queued };
        Ok(outbox::put(tx, &record)?)
    })
    .map(drop)
}

/// The id of a row: the same each time that a closure runs.
fn id_of(campaign: &CampaignRecord, address: &str) -> Uuid {
    let digest = Sha256::digest(format!("{} {address}", campaign.id.as_str()));
    let millis = u64::try_from(campaign.created_at.as_millisecond()).expect("after 1970");
    let random: [u8; 10] = digest[..10].try_into().expect("ten bytes");
    uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
}
