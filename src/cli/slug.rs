//! Slugs as arguments.

use crate::domain::Slug;

/// Parses the slug of an article.
pub(super) fn parse_slug(text: &str) -> Result<Slug, String> {
    Slug::try_from(text.to_owned())
}
