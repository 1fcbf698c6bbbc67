//! Articles whose content cannot be read.
//!
//! A start decodes only outlines, so the index of words is the first that reads every content.
// docs/decisions/0532

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Catalogue;
use super::article::PublishedArticle;
use super::snapshot::Snapshot;
use crate::domain::Slug;

impl Catalogue {
    /// Leaves these articles out, as damaged rows are, unless they were replaced meanwhile.
    pub(super) fn leave_out(&self, unreadable: &[Arc<PublishedArticle>]) {
        if unreadable.is_empty() {
            return;
        }
        for PublishedArticle { slug, .. } in unreadable.iter().map(Arc::as_ref) {
            tracing::error!(
                article.slug = slug.as_str(),
                "an article cannot be read and is not shown; import it again"
            );
        }
        self.current.rcu(|current| current.with_articles(&shown(current, unreadable)));
        self.changed.notify_one();
    }
}

/// Those of the articles that the state shows, to be removed.
fn shown(current: &Snapshot, articles: &[Arc<PublishedArticle>]) -> BTreeMap<Slug, Option<Arc<PublishedArticle>>> {
    let is_shown =
        |article: &&Arc<PublishedArticle>| current.article(&article.slug).is_some_and(|it| it.id == article.id);
    articles.iter().filter(is_shown).map(|article| (article.slug.clone(), None)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use jiff::Timestamp;

    use super::*;
    use crate::catalogue::{ArticleTimes, Packer};
    use crate::clock::Clock;

    fn published(packer: &mut Packer, slug: &str, translations: &str) -> Arc<PublishedArticle> {
        let json = format!(
            r#"{{"slug":"{slug}","title":"Taxe","technical_summary":"","simple_explanation":"","importance":3,
                "publish_date":"2026-11-02","topic":"munca","translations":{translations}}}"#
        );
        let article = serde_json::from_str(&json).expect("an outline");
        let times = ArticleTimes { revision: 1, updated_at: Timestamp::UNIX_EPOCH, arrived_at: Timestamp::UNIX_EPOCH };
        Arc::new(PublishedArticle::of_outline(packer, &article, times).expect("packed"))
    }

    #[test]
    fn an_article_that_cannot_be_read_is_left_out_and_the_others_stay() {
        let catalogue = Catalogue::new(Clock::System);
        let mut packer = Packer::new(2).expect("a packer");
        // A newer version wrote a field that this one does not know.
        let articles = vec![
            published(&mut packer, "a", "{}"),
            published(&mut packer, "b", r#"{"en":{"title":"Taxes","newer":1}}"#),
        ];
        catalogue.go_live(articles, &HashMap::new(), Vec::new());
        for _ in 0..2 {
            catalogue.update_search(&|| false).expect("an index");
            let slugs: Vec<_> = catalogue.snapshot().articles().iter().map(|it| it.slug.to_string()).collect();
            assert_eq!(slugs, ["a"]);
        }
    }
}
