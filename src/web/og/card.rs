//! The content of a preview image.

use super::text::plain;
use crate::catalogue::ArticleView;
use crate::domain::{Language, date};
use crate::web::shell::{Site, words};

/// The texts of a preview image, reduced to characters that the fonts have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct PreviewCard {
    pub title: String,
    /// Level and label; absent on the site's image.
    pub importance: Option<(u8, &'static str)>,
    /// The line below the title.
    pub note: String,
    /// The site's host. Absent without a public URL: a picture shows no address on which only this machine listens.
    pub host: Option<String>,
}

impl PreviewCard {
    pub(super) fn of(article: &ArticleView<'_>, site: &Site) -> Self {
        let importance = article.importance;
        let mut note = date::long(article.publish_date, article.language);
        if let Some(act) = article.act_citation() {
            note = format!("{note} · {act}");
        }
        Self {
            title: plain(article.title),
            importance: Some((importance.level(), importance.label(article.language))),
            note: plain(&note),
            host: site.own_host().map(plain),
        }
    }

    pub(super) fn of_site(language: Language, site: &Site) -> Self {
        let (title, note) = words(language).picture;
        Self { title: title.into(), importance: None, note: note.into(), host: site.own_host().map(plain) }
    }
}
