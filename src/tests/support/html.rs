//! HTML as browsers parse it, for checks that do not depend on how a page is written.

use scraper::{ElementRef, Html, Selector};

/// A parsed page.
pub struct HtmlPage(Html);

impl HtmlPage {
    pub fn parse(text: &str) -> Self {
        Self(Html::parse_document(text))
    }

    /// The elements that a CSS selector matches.
    pub fn select(&self, selector: &str) -> Vec<ElementRef<'_>> {
        self.0.select(&Selector::parse(selector).expect("a selector")).collect()
    }

    /// An attribute of each matching element that has it.
    pub fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        self.select(selector).iter().filter_map(|element| element.attr(name)).map(str::to_owned).collect()
    }
}
