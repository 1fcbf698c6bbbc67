//! The pages of the UI bundle and their placeholders.

use super::head;
use super::page::Page;
use super::site::Site;
use crate::domain::template::{self, Delimiters, Piece, pieces};
use crate::error::{Error, ErrorCode, Kind, Result};

/// Placeholders are comments, which the build of the bundle keeps.
const COMMENT: Delimiters = Delimiters { open: "<!--paragraf:", close: "-->" };
const PLACEHOLDERS: [&str; 3] = ["lang", "head", "content"];
const LANG: &str = "<html lang=\"";

/// A page of the bundle with its placeholders.
pub(in crate::web) struct PageTemplate(String);

impl PageTemplate {
    /// # Errors
    /// `ui_bundle` if the placeholders are not the expected ones.
    pub(in crate::web) fn parse(name: &str, text: &str) -> Result<Self> {
        let error =
            |reason: String| Error::new(Kind::Internal, ErrorCode::UiBundle, format!("the UI's {name} {reason}"));
        let no_lang = || error(format!("has no {LANG}"));
        let (before, rest) = text.split_once(LANG).ok_or_else(no_lang)?;
        let (_, after) = rest.split_once('"').ok_or_else(no_lang)?;
        let text = format!("{before}{LANG}{}lang{}\"{after}", COMMENT.open, COMMENT.close);
        let placeholder = |piece| if let Piece::Placeholder(name) = piece { Some(name) } else { None };
        let found: Vec<_> = pieces(&text, COMMENT).into_iter().filter_map(placeholder).collect();
        if found != PLACEHOLDERS {
            return Err(error(format!("has the placeholders {found:?} instead of {PLACEHOLDERS:?}")));
        }
        Ok(Self(text))
    }

    pub(in crate::web) fn fill(&self, page: &Page, site: &Site) -> String {
        let head = head::head(page, site).into_string();
        let filled = template::fill(&self.0, COMMENT, |name| match name {
            "lang" => Some(page.language.code().into()),
            "head" => Some(head.as_str().into()),
            "content" => Some(page.content.0.as_str().into()),
            _ => None,
        });
        // `parse` admits no other placeholders.
        filled.unwrap_or_default()
    }
}
