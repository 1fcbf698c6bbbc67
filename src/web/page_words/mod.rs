//! The words of the pages that the server writes. They are texts of the UI's locale files, which the bundle contains,
//! and stand there only.
//!
//! [`page_words!`] declares the words of one page with their keys. `all` lists these declarations: the server checks
//! them when it starts, and words that are not listed cannot be used.

pub(in crate::web) mod all;

use std::borrow::Cow;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::assets;
use crate::domain::Language;
use crate::domain::template::{self, BRACES};

// docs/decisions/0450

/// A text in one language.
pub(in crate::web) type Text = &'static str;

/// All texts of a language, by file and name.
type LocaleTexts = &'static Value;

/// The words of a page in one language.
pub(in crate::web) trait PageWords: Sized + 'static {
    /// The words in the order of [`Language::ALL`], or the key of a text that is missing.
    fn read_once() -> &'static [Result<Self, String>; 2];

    /// The words of a language.
    fn of(language: Language) -> &'static Self {
        let words = Self::read_once()[language as usize].as_ref();
        words.expect("reading words cannot fail: the server checks all of them when it starts")
    }
}

/// Declares a struct of words, each field with its type and its key in the locale files:
/// `pub steps: Text = "article.steps",`.
macro_rules! page_words {
    ($(#[$about:meta])* struct $words:ident {
        $($(#[$what:meta])* pub $field:ident: $kind:ty = $key:expr,)*
    }) => {
        $(#[$about])*
        pub struct $words {
            $($(#[$what])* pub $field: $kind,)*
        }

        impl $words {
            /// Reads the words; fails with the key of a text that is missing.
            pub fn read(language: $crate::domain::Language) -> std::result::Result<Self, String> {
                let texts = $crate::web::page_words::texts(language);
                Ok(Self { $($field: $crate::web::page_words::TextKey::read($key, texts)?,)* })
            }
        }
    };
}
pub(in crate::web) use page_words;

/// Where words stand: one key such as `article.steps`, or several.
pub(in crate::web) trait TextKey {
    type Words;

    /// Reads the words; fails with the key of a text that is missing.
    fn read(self, texts: LocaleTexts) -> Result<Self::Words, String>;
}

impl TextKey for &str {
    type Words = Text;

    fn read(self, texts: LocaleTexts) -> Result<Text, String> {
        at(self, texts).and_then(Value::as_str).ok_or_else(|| self.to_owned())
    }
}

impl<K: TextKey, const N: usize> TextKey for [K; N] {
    type Words = [K::Words; N];

    fn read(self, texts: LocaleTexts) -> Result<[K::Words; N], String> {
        let words = self.into_iter().map(|key| key.read(texts)).collect::<Result<Vec<_>, _>>()?;
        Ok(words.try_into().unwrap_or_else(|_| unreachable!("each key has its words")))
    }
}

impl<A: TextKey, B: TextKey> TextKey for (A, B) {
    type Words = (A::Words, B::Words);

    fn read(self, texts: LocaleTexts) -> Result<(A::Words, B::Words), String> {
        Ok((self.0.read(texts)?, self.1.read(texts)?))
    }
}

/// The key of a text with plural forms: for one, a few and many. English has no form of its own for a few.
pub(in crate::web) struct Plural(pub &'static str);

impl TextKey for Plural {
    type Words = [Text; 3];

    fn read(self, texts: LocaleTexts) -> Result<[Text; 3], String> {
        let form = |name: &str| format!("{}_{name}", self.0).as_str().read(texts);
        let many = form("other")?;
        Ok([form("one")?, form("few").unwrap_or(many), many])
    }
}

/// The key of a group of texts that are chosen by name.
pub(in crate::web) struct Group(pub &'static str);

impl TextKey for Group {
    type Words = &'static Map<String, Value>;

    fn read(self, texts: LocaleTexts) -> Result<Self::Words, String> {
        at(self.0, texts).and_then(Value::as_object).ok_or_else(|| self.0.to_owned())
    }
}

fn at(key: &str, texts: LocaleTexts) -> Option<&'static Value> {
    key.split('.').try_fold(texts, |texts, name| texts.get(name))
}

/// A text with its placeholders filled.
pub(in crate::web) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let value = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| Cow::Borrowed(*value));
    template::fill(text, BRACES, value).unwrap_or_else(|| text.to_owned())
}

/// All texts of a language, as the bundle has them; empty without their file.
pub(in crate::web) fn texts(language: Language) -> LocaleTexts {
    static TEXTS: LazyLock<[Value; 2]> = LazyLock::new(|| {
        let parsed =
            |language| -> Option<Value> { serde_json::from_str(&assets::text(assets::texts_file(language))?).ok() };
        Language::ALL.map(|language| parsed(language).unwrap_or_default())
    });
    &TEXTS[language as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_its_words_or_is_named() {
        let texts: LocaleTexts = Box::leak(Box::new(serde_json::json!({
            "feed": { "days_one": "zi", "days_few": "zile", "days_other": "de zile", "more_one": "o", "more_other": "m" },
        })));
        assert_eq!("feed.days_one".read(texts), Ok("zi"));
        assert_eq!((["feed.days_one"], "feed.days_few").read(texts), Ok((["zi"], "zile")));
        assert_eq!(Plural("feed.days").read(texts), Ok(["zi", "zile", "de zile"]));
        assert_eq!(Plural("feed.more").read(texts), Ok(["o", "m", "m"]));
        assert_eq!(Group("feed").read(texts).map(Map::len), Ok(5));
        assert_eq!(["feed.days_one", "feed.none"].read(texts), Err("feed.none".into()));
        assert_eq!(Plural("feed").read(texts), Err("feed_other".into()));
    }

    #[test]
    fn placeholders_are_filled_once() {
        assert_eq!(fill("{{a}} din {{b}}", &[("a", "{{b}}"), ("b", "2")]), "{{b}} din 2");
    }
}
