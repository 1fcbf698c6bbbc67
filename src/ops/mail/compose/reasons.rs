//! Why an article is in somebody's mail, in their words.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::{Language, text};
use crate::ops::mail::recipients::ItemReason;
use crate::ops::news::DOMAIN;
use crate::store::campaigns::CampaignArticle;

/// What a reader follows, and how topics are called.
pub struct Reasons<'a> {
    pub language: Language,
    pub topics: &'a BTreeMap<String, String>,
    pub follows: Option<&'a BTreeSet<String>>,
}

impl Reasons<'_> {
    /// The whole sentence.
    pub fn of(&self, article: &CampaignArticle, reason: ItemReason) -> String {
        let topic = self.topics.get(&article.topic).map_or(article.topic.as_str(), String::as_str);
        match (self.language, reason) {
            (Language::Ro, ItemReason::Urgent) => "Pentru că este urgentă, orice ai urmări".into(),
            (Language::En, ItemReason::Urgent) => "Because it is urgent, whatever you follow".into(),
            (Language::Ro, ItemReason::Topic) => format!("Pentru că urmărești „{topic}”"),
            (Language::En, ItemReason::Topic) => format!("Because you follow “{topic}”"),
            (Language::Ro, ItemReason::Domain) => format!("Pentru că urmărești eticheta „{}”", self.domain(article)),
            (Language::En, ItemReason::Domain) => format!("Because you follow the tag “{}”", self.domain(article)),
            (Language::Ro, ItemReason::Everything) => {
                format!("Pentru că primești toate temele, printre ele „{topic}”")
            }
            (Language::En, ItemReason::Everything) => format!("Because you get all topics, “{topic}” among them"),
        }
    }

    /// The first of the article's domains that is followed.
    fn domain<'a>(&self, article: &'a CampaignArticle) -> &'a str {
        let followed = |domain: &&String| {
            self.follows.is_some_and(|follows| follows.contains(&format!("{DOMAIN}{}", text::fold(domain))))
        };
        article.domains.iter().find(followed).map_or("", String::as_str)
    }
}
