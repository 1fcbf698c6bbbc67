//! Why an article of an automatic campaign concerns a recipient.
//!
//! A follow's own frequency takes precedence over the account's preferences. Of several follows that match an article,
//! the one with the earliest mail counts, so that a recipient gets each article once.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::civil::Date;

use super::recipients::Recipient;
use crate::domain::concern::Truth;
use crate::domain::follow::{FollowFrequency, FollowSettings, domain_name, followed_act};
use crate::domain::mailing::DigestFrequency;
use crate::domain::message::MessageKind;
use crate::domain::{Importance, MailPreferences, OverviewId};
use crate::store::campaigns::{CampaignAct, CampaignArticle, CampaignProvision};

/// Why an article is in a recipient's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemReason {
    /// The article is urgent; urgent articles reach everyone.
    Urgent,
    /// The recipient follows or chose the topic.
    Topic,
    /// The recipient follows this domain of the article.
    Domain(String),
    /// The recipient follows this act, which the article is on or names.
    Act(CampaignAct),
    /// The recipient follows this provision, which the article's act changes.
    Provision(CampaignProvision),
    /// The recipient saved this search, which found the article; the name of the follow.
    Search(String),
    /// The recipient gets all topics.
    AllTopics,
    /// By the recipient's answers it concerns the recipient, who follows nothing of it.
    Concern,
}

/// Whether the preferences of the address ask for messages of this kind.
pub(super) fn gets_by_default(kind: MessageKind, wants: &MailPreferences) -> bool {
    match kind {
        MessageKind::Urgent => wants.urgent_from.is_some(),
        MessageKind::DailyDigest => wants.digest == DigestFrequency::Daily,
        MessageKind::WeeklyDigest => wants.digest == DigestFrequency::Weekly,
        _ => true,
    }
}

/// Whether one of the recipient's follows asks for messages of this kind.
pub(super) fn gets_by_follow(kind: MessageKind, recipient: &Recipient) -> bool {
    let mut own = recipient.follows.iter().flatten().filter_map(|(_, settings)| settings.frequency);
    own.any(|frequency| kind == kind_of(frequency))
}

fn kind_of(frequency: FollowFrequency) -> MessageKind {
    match frequency {
        FollowFrequency::AtOnce => MessageKind::Urgent,
        FollowFrequency::Daily => MessageKind::DailyDigest,
        FollowFrequency::Weekly => MessageKind::WeeklyDigest,
    }
}

/// Why the article belongs in the recipient's message, if it does. `concern` is the answer to the article, if the
/// recipient answered questions. An article for followers of saved searches is left out if another follow mails it to
/// the recipient.
pub(super) fn reason(
    kind: MessageKind,
    article: &CampaignArticle,
    recipient: &Recipient,
    concern: Option<Truth>,
    today: Date,
) -> Option<ItemReason> {
    let wants = &wanted(&recipient.preferences, concern);
    if article.only_searches {
        let otherwise = CampaignArticle { searches: vec![], only_searches: false, ..article.clone() };
        let is_mailed = reason(kind, &otherwise, recipient, concern, today).is_some();
        let follows = recipient.follows.as_ref().filter(|_| !is_mailed)?;
        return Matches::of(article, recipient, follows, wants, today).reason(kind);
    }
    let passes_floor = match kind {
        MessageKind::Urgent => wants.urgent_from.is_some_and(|from| article.importance >= from),
        MessageKind::DailyDigest | MessageKind::WeeklyDigest => article.importance >= wants.digest_from,
        _ => true,
    };
    let is_default = passes_floor && gets_by_default(kind, wants);
    let matched = match &recipient.follows {
        None => is_default.then_some(ItemReason::AllTopics),
        Some(follows) => Matches::of(article, recipient, follows, wants, today).reason(kind),
    };
    let is_urgent = article.importance == Importance::URGENT && kind != MessageKind::Deadlines;
    // What concerns others is mailed at once, and is no news for the recipient in a digest.
    let may_be_of_others = kind == MessageKind::Urgent && wants.urgent_for_others;
    let is_for_everyone = is_urgent && (concern != Some(Truth::No) || may_be_of_others);
    match matched {
        None if concern == Some(Truth::Yes) && is_default => Some(ItemReason::Concern),
        None | Some(ItemReason::AllTopics) if is_for_everyone && is_default => Some(ItemReason::Urgent),
        matched => matched,
    }
}

/// The preferences that apply to an article with this answer: without a wish for urgent changes that concern others, an
/// article that is certainly one of those is mailed at once only for a follow that asks for it.
fn wanted(wants: &MailPreferences, concern: Option<Truth>) -> Cow<'_, MailPreferences> {
    if wants.urgent_for_others || concern != Some(Truth::No) {
        return Cow::Borrowed(wants);
    }
    Cow::Owned(MailPreferences { urgent_from: None, ..wants.clone() })
}

/// Whether a digest of this kind contains the overview for the recipient, who gets that of all topics and those of
/// followed topics. The follow's frequency chooses the digest, or else the account's.
pub(super) fn gets_overview(kind: MessageKind, id: &OverviewId, recipient: &Recipient, today: Date) -> bool {
    let is_default = gets_by_default(kind, &recipient.preferences);
    let Some(topic) = &id.topic else { return is_default };
    let follow = recipient.follows.as_ref().and_then(|follows| follows.get(topic));
    follow.filter(|follow| follow.notifies(today)).is_some_and(|follow| match follow.frequency {
        None | Some(FollowFrequency::AtOnce) => is_default,
        Some(frequency) => kind_of(frequency) == kind,
    })
}

/// The follows that match an article, the strongest reason first.
struct Matches<'a> {
    article: &'a CampaignArticle,
    wants: &'a MailPreferences,
    found: Vec<(ItemReason, &'a FollowSettings)>,
}

impl<'a> Matches<'a> {
    fn of(
        article: &'a CampaignArticle,
        recipient: &Recipient,
        follows: &'a BTreeMap<String, FollowSettings>,
        wants: &'a MailPreferences,
        today: Date,
    ) -> Self {
        let mut found = Vec::new();
        let mut add = |name: &str, reason: ItemReason| {
            found.extend(follows.get(name).filter(|follow| follow.notifies(today)).map(|follow| (reason, follow)));
        };
        for provision in &article.provisions {
            let began = recipient.provisions.get(&provision.hit.name);
            if began.is_some_and(|began| provision.hit.includes(*began)) {
                add(&provision.hit.name, ItemReason::Provision(provision.clone()));
            }
        }
        add(&article.topic, ItemReason::Topic);
        for domain in &article.domains {
            add(&domain_name(domain), ItemReason::Domain(domain.clone()));
        }
        for act in &article.acts {
            add(&followed_act(&act.id), ItemReason::Act(act.clone()));
        }
        for search in &article.searches {
            add(search, ItemReason::Search(search.clone()));
        }
        Self { article, wants, found }
    }

    fn reason(self, kind: MessageKind) -> Option<ItemReason> {
        let Self { article, wants, found } = self;
        let importance = article.importance;
        let first = |is_wanted: &dyn Fn(&FollowSettings) -> bool| {
            found.iter().find(|(_, follow)| is_wanted(follow)).map(|(reason, _)| reason.clone())
        };
        match kind {
            MessageKind::Urgent => first(&|follow| match follow.frequency {
                Some(_) => follow.is_mailed_at_once(importance),
                None => {
                    follow.admits(importance, Importance::TRIVIAL)
                        && wants.urgent_from.is_some_and(|from| importance >= from)
                }
            }),
            MessageKind::DailyDigest | MessageKind::WeeklyDigest => {
                let sent = |follow: &FollowSettings| {
                    let frequency = follow.frequency.or(default_frequency(wants))?;
                    follow.admits(importance, floor(follow, wants)).then_some(frequency)
                };
                let earliest = found.iter().filter_map(|(_, follow)| sent(follow)).min()?;
                let is_earliest = |follow: &FollowSettings| sent(follow) == Some(earliest);
                if kind_of(earliest) == kind { first(&is_earliest) } else { None }
            }
            _ => first(&|follow| follow.admits(importance, Importance::TRIVIAL)),
        }
    }
}

/// The lowest importance that a follow without its own limit admits; a follow that is mailed at once admits all.
fn floor(follow: &FollowSettings, wants: &MailPreferences) -> Importance {
    if follow.frequency == Some(FollowFrequency::AtOnce) { Importance::TRIVIAL } else { wants.digest_from }
}

fn default_frequency(wants: &MailPreferences) -> Option<FollowFrequency> {
    match wants.digest {
        DigestFrequency::Never => None,
        DigestFrequency::Daily => Some(FollowFrequency::Daily),
        DigestFrequency::Weekly => Some(FollowFrequency::Weekly),
    }
}
