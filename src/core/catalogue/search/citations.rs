//! The acts that the texts of an article name, for links to their pages.

use std::collections::BTreeMap;

use super::lexicon::Lexicon;
use crate::catalogue::article::ArticleView;
use crate::domain::act::Act;
use crate::domain::{ActId, Language};
use paragraf_law::MentionValue;
use paragraf_law::lookup::{self, Target};

/// A piece of a text that names an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    pub text: String,
    pub act: ActId,
}

/// The pieces of the article's texts that name a known act, each once, the longest first.
pub(super) fn citations(lexicon: &Lexicon, article: &ArticleView<'_>) -> Vec<Citation> {
    let mut finder = Finder { lexicon, by_text: BTreeMap::new() };
    let steps = article.steps();
    let texts = [article.simple_explanation, article.technical_summary];
    for text in texts.into_iter().chain(steps.iter().map(|step| step.text.as_str())) {
        finder.read(text);
        if article.language == Language::En {
            sentences(text).for_each(|sentence| finder.read_as_typed(sentence));
        }
    }
    let mut citations: Vec<_> = finder.by_text.into_iter().map(|(text, act)| Citation { text, act }).collect();
    citations.sort_by_key(|citation| std::cmp::Reverse(citation.text.len()));
    citations
}

struct Finder<'l> {
    lexicon: &'l Lexicon,
    by_text: BTreeMap<String, ActId>,
}

impl Finder<'_> {
    /// Reads citations in the forms that laws use.
    fn read(&mut self, text: &str) {
        for mention in paragraf_law::read_markdown(text) {
            if let MentionValue::Citation(cited) = &mention.value
                && let Some(act) = cited.to_act()
            {
                self.add(&mention.text, &act);
            }
        }
    }

    /// Reads citations in the forms that readers type, among them the English ones.
    fn read_as_typed(&mut self, sentence: &str) {
        for reference in lookup::read(sentence, self.lexicon.names()).references {
            let (text, pattern) = match &reference.target {
                Target::Act(pattern) => (own_words(&reference.text), pattern),
                Target::Provision(_, Some(pattern)) => (reference.text.as_str(), pattern),
                _ => continue,
            };
            if let Some(act) = pattern.to_act() {
                self.add(text, &act);
            }
        }
    }

    fn add(&mut self, text: &str, act: &Act) {
        let id = self.lexicon.known_acts().find(act).and_then(|known| known.id);
        if let Some(id) = id.filter(|_| names_its_kind(text)) {
            self.by_text.entry(text.to_owned()).or_insert_with(|| id.clone());
        }
    }
}

/// The citation without the words before its own kind: `Law no. 241/2023` of `law builds on Law no. 241/2023`.
fn own_words(text: &str) -> &str {
    let words = text.split_inclusive(' ').scan(0, |start, word| {
        *start += word.len();
        Some((*start - word.len(), word))
    });
    let capital = words.into_iter().find(|(_, word)| word.starts_with(char::is_uppercase));
    capital.map_or(text, |(start, _)| &text[start..])
}

/// Whether the piece of text begins with the kind of an act, so that other places with the same letters name the act
/// too, and has no Markdown.
fn names_its_kind(text: &str) -> bool {
    let is_number = ["nr", "no"].iter().any(|mark| text.starts_with(mark));
    text.starts_with(char::is_alphabetic) && !is_number && !text.contains(['*', '_', '[', ']', '\n', '`'])
}

/// The sentences of a text, which are about as long as what readers type.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let mut start = 0;
        let ends = line.match_indices(['.', ';']).map(|(at, _)| at + 1).filter(|end| {
            let rest = line[*end..].strip_prefix(' ').unwrap_or_default();
            rest.starts_with(char::is_uppercase)
        });
        let ends: Vec<usize> = ends.chain([line.len()]).collect();
        ends.into_iter().map(move |end| {
            let sentence = &line[start..end];
            start = end;
            sentence
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_keeps_the_number_of_its_act() {
        let text = "Law no. 31/1990 changes. Rents rise; The rest stays.\nNext";
        let expected = ["Law no. 31/1990 changes.", " Rents rise;", " The rest stays.", "Next"];
        assert_eq!(sentences(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_citation_begins_with_its_own_kind() {
        assert_eq!(own_words("law builds on Law no. 241/2023"), "Law no. 241/2023");
        assert_eq!(own_words("Law no. 241/2023"), "Law no. 241/2023");
        assert_eq!(own_words("law no. 241/2023"), "law no. 241/2023");
    }

    #[test]
    fn a_number_alone_is_not_looked_for() {
        for text in ["OUG nr. 156/2024", "Codul fiscal", "Regulamentul (UE) 2024/1028"] {
            assert!(names_its_kind(text), "{text}");
        }
        for text in ["6/2020", "nr. 6/2020", "**Legea** nr. 6/2020"] {
            assert!(!names_its_kind(text), "{text}");
        }
    }
}
