//! The sentence that explains why an article is in a message.

use std::collections::BTreeMap;

use super::concern::ItemConcern;
use crate::catalogue::{SavedSearch, Snapshot};
use crate::domain::Language;
use crate::domain::concern::Truth;
use crate::domain::duty_text::DutyText;
use crate::domain::follow::SEARCH_PREFIX;
use crate::domain::text::shorten;
use crate::ops::mail::eligibility::CampaignItem;
use crate::ops::mail::relevance::ItemReason;
use crate::store::campaigns::{CampaignAct, CampaignProvision};

/// Characters of a label in a subject.
const LABEL_CHARS: usize = 40;

/// Why something is in the message that concerns the recipient by the answers; in general words without a reason.
pub(super) fn concerns_you(reason: Option<&DutyText>, is_certain: bool, language: Language) -> String {
    match (language, reason, is_certain) {
        (Language::Ro, Some(reason), true) => format!("Te privește, {}", reason.ro),
        (Language::En, Some(reason), true) => format!("It concerns you, {}", reason.en),
        (Language::Ro, Some(reason), false) => format!("Te privește, după câte știm, {}", reason.ro),
        (Language::En, Some(reason), false) => format!("It concerns you, as far as we know, {}", reason.en),
        (Language::Ro, None, true) => "Te privește, conform răspunsurilor tale".into(),
        (Language::En, None, true) => "It concerns you, based on your answers".into(),
        (Language::Ro, None, false) => "Te privește, după câte știm din răspunsurile tale".into(),
        (Language::En, None, false) => "It concerns you, as far as we know from your answers".into(),
    }
}

/// Writes reasons in one language.
pub struct Reasons<'a> {
    pub language: Language,
    /// Topic names by id.
    pub topics: &'a BTreeMap<String, String>,
    /// Has the spelling of domains.
    pub snapshot: &'a Snapshot,
}

impl Reasons<'_> {
    /// Why the article is in the message. What the recipient's answers decide comes first; in general words when a
    /// sensitive question is among those that decided, and with the name of the profile also then.
    pub fn of(&self, item: &CampaignItem, concern: Option<&ItemConcern>) -> String {
        let Some(answer) = concern.map(|concern| &concern.answer) else { return self.of_follow(item) };
        let profile = concern.and_then(|concern| concern.profile.as_ref());
        let of = profile.map(|name| format!(" ({})", name.as_str())).unwrap_or_default();
        let reason = answer.reason.as_ref().map(|reason| reason.get(self.language));
        match (self.language, answer.truth, reason) {
            (language, Truth::Yes, _) => {
                format!("{}{of}", concerns_you(answer.reason.as_ref(), answer.is_certain, language))
            }
            (Language::Ro, Truth::Maybe, Some(reason)) => format!("Poate te privește: {reason}{of}"),
            (Language::En, Truth::Maybe, Some(reason)) => format!("It may concern you: {reason}{of}"),
            (Language::Ro, Truth::Maybe, None) => format!("Poate te privește{of}. {}", self.of_follow(item)),
            (Language::En, Truth::Maybe, None) => format!("It may concern you{of}. {}", self.of_follow(item)),
            (Language::Ro, Truth::No, _) => {
                format!("{}. Conform răspunsurilor tale, nu te privește", self.of_follow(item))
            }
            (Language::En, Truth::No, _) => {
                format!("{}. Based on your answers, it does not concern you", self.of_follow(item))
            }
        }
    }

    /// What the recipient follows, for the beginning of a subject; `None` if everyone gets the article.
    pub fn label(&self, item: &CampaignItem) -> Option<String> {
        let topic = || self.topics.get(&item.topic).unwrap_or(&item.topic).clone();
        let label = match &item.reason {
            ItemReason::Urgent => return None,
            ItemReason::Topic | ItemReason::AllTopics | ItemReason::Concern => topic(),
            ItemReason::Domain(domain) => domain.clone(),
            ItemReason::Act(CampaignAct { act, .. }) => act.citation(self.language),
            ItemReason::Provision(provision) => self.provision(provision),
            ItemReason::Search(name) => self.search(name),
        };
        Some(shorten(&label, LABEL_CHARS))
    }

    fn of_follow(&self, item: &CampaignItem) -> String {
        let topic = self.topics.get(&item.topic).unwrap_or(&item.topic);
        match (self.language, &item.reason) {
            (Language::Ro, ItemReason::Urgent) => "Pentru că este urgentă, orice ai urmări".into(),
            (Language::En, ItemReason::Urgent) => "Because it is urgent, whatever you follow".into(),
            (Language::Ro, ItemReason::Topic) => format!("Pentru că urmărești „{topic}”"),
            (Language::En, ItemReason::Topic) => format!("Because you follow “{topic}”"),
            (Language::Ro, ItemReason::Domain(domain)) => format!("Pentru că urmărești eticheta „{domain}”"),
            (Language::En, ItemReason::Domain(domain)) => format!("Because you follow the tag “{domain}”"),
            (language, ItemReason::Act(CampaignAct { act, .. })) => {
                let citation = act.citation(language);
                match language {
                    Language::Ro => format!("Pentru că urmărești {citation}"),
                    Language::En => format!("Because you follow {citation}"),
                }
            }
            (language, ItemReason::Provision(provision)) => {
                let cited = self.provision(provision);
                match language {
                    Language::Ro => format!("Pentru că urmărești {cited}"),
                    Language::En => format!("Because you follow {cited}"),
                }
            }
            (language, ItemReason::Search(name)) => {
                let search = self.search(name);
                match language {
                    Language::Ro => format!("Pentru că ai salvat căutarea „{search}”"),
                    Language::En => format!("Because you saved the search “{search}”"),
                }
            }
            (Language::Ro, ItemReason::AllTopics) => {
                format!("Pentru că primești toate temele, printre ele „{topic}”")
            }
            (language, ItemReason::Concern) => concerns_you(None, true, language),
            (Language::En, ItemReason::AllTopics) => format!("Because you get all topics, “{topic}” among them"),
        }
    }

    /// A followed provision with its act, and with its present number if that is another one.
    fn provision(&self, CampaignProvision { act, hit }: &CampaignProvision) -> String {
        let name = hit.name.rsplit(':').next().unwrap_or_default();
        let citation = act.citation(self.language);
        match (self.language, &hit.present) {
            (Language::Ro, None) => format!("{name} din {citation}"),
            (Language::En, None) => format!("{name} of {citation}"),
            (Language::Ro, Some(present)) => format!("{name} (acum {present}) din {citation}"),
            (Language::En, Some(present)) => format!("{name} (now {present}) of {citation}"),
        }
    }

    /// A saved search in words: what is searched for, then the filters.
    fn search(&self, name: &str) -> String {
        let query = name.strip_prefix(SEARCH_PREFIX).unwrap_or(name);
        let Some(search) = SavedSearch::parse(query) else { return query.to_owned() };
        let (query, language) = (search.query(), self.language);
        let due_ahead = language.pick("cu termene viitoare", "with deadlines ahead");
        let parts = [
            Some(query.words.clone()).filter(|words| !words.is_empty()),
            query.topic.as_ref().map(|topic| self.topics.get(topic).unwrap_or(topic).clone()),
            query.domain().map(|key| self.snapshot.domain(key).unwrap_or(key).to_owned()),
            query.act_type.clone(),
            query.issuer.clone(),
            query.role.map(|role| role.label(language).to_owned()),
            query.importance.map(|importance| importance.label(language).to_owned()),
            query.year.map(|year| year.to_string()),
            query.duty_ahead.then(|| due_ahead.to_owned()),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::act::Act;
    use crate::domain::provision_follow::ProvisionHit;

    #[test]
    fn a_renumbered_provision_has_both_numbers() {
        let act = Act { kind: "LEGE".into(), number: Some("31".into()), year: 1990, issuer: None };
        let (topics, snapshot) = (BTreeMap::new(), Snapshot::default());
        let words = |language, present: Option<&str>| {
            let name = "provision:lege-31-1990:art. 120".to_owned();
            let hit = ProvisionHit { name, present: present.map(str::to_owned), since: None, until: None };
            let provision = CampaignProvision { act: act.clone(), hit };
            Reasons { language, topics: &topics, snapshot: &snapshot }.provision(&provision)
        };
        assert_eq!(words(Language::Ro, None), "art. 120 din Legea nr. 31/1990");
        assert_eq!(words(Language::Ro, Some("art. 121")), "art. 120 (acum art. 121) din Legea nr. 31/1990");
        assert_eq!(words(Language::En, Some("art. 121")), "art. 120 (now art. 121) of Law no. 31/1990");
    }
}
