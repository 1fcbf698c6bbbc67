//! Suggestions while a reader types, as JSON.

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::Suggestion;
use crate::domain::{ActId, Language};

/// Something a reader may be typing.
#[derive(Serialize, ToSchema)]
#[schema(as = Suggestion)]
pub(super) struct SuggestionDto {
    kind: SuggestionKind,
    /// The citation, the name or the title.
    text: String,
    /// The language of `text`.
    lang: Language,
    /// How many articles are about the act or name it, or belong to the topic.
    #[serde(skip_serializing_if = "Option::is_none")]
    articles: Option<usize>,
    /// The id of the act's page.
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<String>,
    /// The id of the topic.
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<String>,
    /// The slug of the article.
    #[serde(skip_serializing_if = "Option::is_none")]
    slug: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SuggestionKind {
    Act,
    Topic,
    Article,
}

impl SuggestionDto {
    pub(super) fn new(suggestion: &Suggestion, language: Language) -> Self {
        let (kind, text) = match suggestion {
            Suggestion::Act { act, .. } => (SuggestionKind::Act, act.citation(language)),
            Suggestion::Topic { topic, .. } => (SuggestionKind::Topic, topic.name(language).to_owned()),
            Suggestion::Article { title, .. } => (SuggestionKind::Article, title.clone()),
        };
        let mut dto = Self { kind, text, lang: language, articles: None, act: None, topic: None, slug: None };
        match suggestion {
            Suggestion::Act { id, articles, .. } => {
                dto.articles = Some(*articles);
                dto.act = id.as_ref().map(ActId::to_string);
            }
            Suggestion::Topic { topic, articles } => {
                dto.articles = Some(*articles);
                dto.topic = Some(topic.id.clone());
            }
            Suggestion::Article { slug, language, .. } => {
                dto.lang = *language;
                dto.slug = Some(slug.to_string());
            }
        }
        dto
    }
}
