//! The sentence that explains why an article is in a message.

use std::collections::BTreeMap;

use crate::domain::Language;
use crate::ops::mail::eligibility::Item;
use crate::ops::mail::relevance::ItemReason;
use crate::store::campaigns::CampaignAct;

/// Writes reasons in one language.
pub struct Reasons<'a> {
    pub language: Language,
    /// Topic names by id.
    pub topics: &'a BTreeMap<String, String>,
}

impl Reasons<'_> {
    pub fn of(&self, item: &Item) -> String {
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
            (Language::Ro, ItemReason::AllTopics) => {
                format!("Pentru că primești toate temele, printre ele „{topic}”")
            }
            (Language::En, ItemReason::AllTopics) => format!("Because you get all topics, “{topic}” among them"),
        }
    }
}
