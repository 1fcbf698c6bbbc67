//! Looks up who receives mail at an address.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::clock::legal_date;
use crate::domain::concern::ProfileAnswers;
use crate::domain::email::Email;
use crate::domain::follow::FollowSettings;
use crate::domain::provision_follow::PROVISION_PREFIX;
use crate::domain::{Language, MailPreferences, Uid};
use crate::error::Result;
use crate::ops::concerns::profiles;
use crate::store::accounts::{self, AccountRecord};
use crate::store::marks::{self, Mark};
use crate::store::subscribers::{self, SubscriberRecord};
use crate::store::{Reading, campaigns::Listed, follow_settings};

/// An account, a subscriber or an address of a list, with its preferences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    pub email: Email,
    pub language: Language,
    /// Empty unless the recipient is an account.
    pub display_name: String,
    pub preferences: MailPreferences,
    /// `None` unless the recipient is an account.
    pub uid: Option<Uid>,
    /// What the recipient follows, by the names of `domain::follow`; `None` means all topics.
    pub follows: Option<BTreeMap<String, FollowSettings>>,
    /// The days on which the account began to follow provisions, by the names of the follows.
    pub provisions: BTreeMap<String, Date>,
    /// What the account answered about itself; empty for others.
    pub answers: ProfileAnswers,
}

impl Recipient {
    /// The recipient at this address: its account when the address is verified, else the confirmed subscriber.
    pub fn at(tx: &dyn Reading, email: &Email) -> Result<Option<Self>> {
        if let Some(account) = accounts::verified_at(tx, email)?.filter(is_reachable) {
            return Self::from_account(tx, email.clone(), account).map(Some);
        }
        Ok(subscribers::get(tx, email)?.filter(SubscriberRecord::is_active).map(Self::from_subscriber))
    }

    /// The account with its address.
    pub(super) fn from_account(tx: &dyn Reading, email: Email, account: AccountRecord) -> Result<Self> {
        let mut settings = follow_settings::of(tx, &account.uid)?;
        let marks = marks::of(tx, Mark::Follow, &account.uid)?;
        let provisions = marks.iter().filter(|(name, _)| name.starts_with(PROVISION_PREFIX));
        let provisions = provisions.map(|(name, began)| (name.clone(), legal_date(*began))).collect();
        let follows = marks.into_iter().map(|(name, _)| {
            let own = settings.remove(&name).unwrap_or_default();
            (name, own)
        });
        let follows = follows.collect();
        let answers = profiles::answers_of(tx, &account.uid)?;
        let AccountRecord { uid, language, display_name, mail, .. } = account;
        let (uid, follows) = (Some(uid), Some(follows));
        Ok(Self { email, language, display_name, preferences: mail, uid, follows, provisions, answers })
    }

    pub fn from_subscriber(subscriber: SubscriberRecord) -> Self {
        let SubscriberRecord { email, language, preferences, .. } = subscriber;
        let topics: BTreeMap<_, _> =
            preferences.topics.iter().map(|topic| (topic.clone(), FollowSettings::default())).collect();
        let follows = Some(topics).filter(|topics| !topics.is_empty());
        Self { preferences, follows, ..Self::from_address(email, language) }
    }

    /// An address of a list that belongs to neither an account nor a subscriber.
    pub fn from_address(email: Email, language: Language) -> Self {
        let (display_name, preferences) = (String::new(), MailPreferences::default());
        let answers = ProfileAnswers::default();
        let provisions = BTreeMap::new();
        Self { email, language, display_name, preferences, uid: None, follows: None, provisions, answers }
    }
}

impl From<Listed> for Recipient {
    fn from(Listed { email, language, excluded: _ }: Listed) -> Self {
        Self::from_address(email, language.unwrap_or_default())
    }
}

/// Whether the account may receive mail that is not about the account itself.
pub fn is_reachable(account: &AccountRecord) -> bool {
    account.email_verified && !account.disabled
}
