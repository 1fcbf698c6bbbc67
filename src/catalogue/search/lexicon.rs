//! How the indexed articles spell their words, and the acts that they are on or name.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::acts::{KnownAct, KnownActs, Naming, key};
use super::analysis::root;
use super::references::References;
use super::words::words;
use crate::catalogue::article::ArticleView;
use crate::domain::Language;
use crate::domain::act::Act;
use crate::domain::article::Revision;
use crate::law::act_kind::ActKind;
use crate::law::citation::CitedAct;
use crate::law::lookup::{self, ActPattern, LearnedNames};

/// Shorter words are not corrected.
const SHORTEST: usize = 4;
/// Words from this length on may have two wrong letters, shorter words one.
const LONG: usize = 8;
/// Most names of acts that are learned from texts.
const MOST_NAMES: usize = 5_000;
/// Most words of a name.
const LONGEST_NAME: usize = 5;

/// The spellings, acts and names of acts of the indexed articles.
#[derive(Debug, Clone, Default)]
pub(super) struct Lexicon {
    spellings: HashMap<Box<str>, Spelling>,
    acts: KnownActs,
    names: LearnedNames,
}

/// A folded word of the articles.
#[derive(Debug, Clone)]
struct Spelling {
    /// With its diacritics, where they differ.
    written: Option<Box<str>>,
    /// A bit for each letter of the root, to compare quickly.
    letters: u32,
    /// The length of the root.
    root: u8,
    articles: u32,
}

impl Spelling {
    fn new(folded: &str, written: &str) -> Self {
        let root = root(folded);
        Self {
            written: (written != folded).then(|| written.into()),
            letters: letters(root),
            // Words are not indexed beyond forty letters.
            root: u8::try_from(root.len()).unwrap_or(u8::MAX),
            articles: 0,
        }
    }
}

impl Lexicon {
    pub(super) fn names(&self) -> &LearnedNames {
        &self.names
    }

    pub(super) fn acts(&self) -> impl Iterator<Item = KnownAct<'_>> {
        self.acts.iter()
    }

    /// The acts that articles are on, or name.
    pub(super) fn known_acts(&self) -> &KnownActs {
        &self.acts
    }

    /// Adds what an article contains.
    pub(super) fn learn(&mut self, id: u64, revision: &Revision, references: &References) {
        for (folded, written) in spelled(revision) {
            let spelling = self.spellings.entry(folded.into());
            spelling.or_insert_with_key(|folded| Spelling::new(folded, &written)).articles += 1;
        }
        if let Some(act) = &references.own {
            self.acts.add(act, Naming::Own, id, || act_words(act, None));
        }
        for (act, name) in cited(references) {
            if let Some(name) = &name {
                self.learn_name(name, &act);
            }
            self.acts.add(&act, Naming::Citing, id, || act_words(&act, name.as_deref()));
        }
    }

    /// Removes what an article contained, except the names of acts.
    pub(super) fn forget(&mut self, id: u64, revision: &Revision, references: &References) {
        for (folded, _) in spelled(revision) {
            if let Some(spelling) = self.spellings.get_mut(folded.as_str()) {
                spelling.articles -= 1;
                if spelling.articles == 0 {
                    self.spellings.remove(folded.as_str());
                }
            }
        }
        if let Some(act) = &references.own {
            self.acts.remove(act, Naming::Own, id);
        }
        for (act, _) in cited(references) {
            self.acts.remove(&act, Naming::Citing, id);
        }
    }

    fn learn_name(&mut self, name: &str, act: &Act) {
        if self.names.len() < MOST_NAMES
            && let Some(number) = &act.number
        {
            let pattern = ActPattern { kinds: vec![ActKind::Law], number: number.clone(), year: Some(act.year) };
            self.names.entry(name.to_owned()).or_insert(pattern);
        }
    }

    /// The word as articles write it.
    pub(super) fn written<'w>(&'w self, folded: &'w str) -> &'w str {
        self.spellings.get(folded).and_then(|spelling| spelling.written.as_deref()).unwrap_or(folded)
    }

    /// The folded word of the articles that was most likely meant by a mistyped one.
    pub(super) fn nearest(&self, folded: &str) -> Option<&str> {
        let typed = root(folded);
        let edits = match typed.len() {
            ..SHORTEST => return None,
            SHORTEST..LONG => 1,
            _ => 2,
        };
        if folded.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let own = letters(typed);
        // Letters and lengths exclude most words before their distances are computed. Endings differ between forms of a
        // word, so the roots are compared too.
        let near = self.spellings.iter().filter_map(|(word, spelling)| {
            let changed = (own ^ spelling.letters).count_ones() as usize;
            let root = word.get(..usize::from(spelling.root))?;
            let longer = typed.len().abs_diff(root.len()).min(folded.len().abs_diff(word.len()));
            if changed > 2 * edits || longer > edits {
                return None;
            }
            let whole = strsim::osa_distance(folded, word);
            let distance = strsim::osa_distance(typed, root).min(whole);
            let same_start = word.as_bytes().first() == folded.as_bytes().first();
            let order = || (distance, !same_start, whole, Reverse(spelling.articles), &**word);
            (distance <= edits).then(order)
        });
        near.min().map(|(.., word)| word)
    }
}

/// The words of an article's texts, each once, folded and as written.
fn spelled(revision: &Revision) -> BTreeMap<String, String> {
    let mut spelled = BTreeMap::new();
    for language in revision.article.languages() {
        let view = ArticleView::new(revision, language);
        let (steps, entries) = (view.steps(), &view.deadlines);
        let lists = steps.iter().map(|step| &*step.text).chain(entries.iter().map(|entry| &*entry.what));
        let texts = [view.title, view.simple_explanation, view.technical_summary];
        for text in texts.into_iter().chain(view.in_short).chain(lists) {
            for word in words(text) {
                let is_word =
                    word.folded.len() >= SHORTEST && word.folded.bytes().all(|byte| byte.is_ascii_lowercase());
                if is_word && !spelled.contains_key(&word.folded) {
                    let written = text[word.range].to_lowercase();
                    spelled.insert(word.folded, written);
                }
            }
        }
    }
    spelled
}

fn letters(folded: &str) -> u32 {
    folded.bytes().filter(u8::is_ascii_lowercase).fold(0, |letters, byte| letters | 1 << (byte - b'a'))
}

/// The cited acts with a number and a year, but not the article's own, and the names that the citations give.
fn cited(references: &References) -> Vec<(Act, Option<String>)> {
    let own = references.own.as_ref().map(key);
    let mut seen = BTreeSet::new();
    let mut cited = Vec::new();
    for citation in &references.cited {
        let Some(act) = citation.to_act().filter(|act| act.number.is_some()) else { continue };
        let key = key(&act);
        if Some(&key) != own.as_ref() && seen.insert(key) {
            cited.push((act, name(citation)));
        }
    }
    cited
}

/// The folded name of a law: "legea societatilor".
fn name(citation: &CitedAct) -> Option<String> {
    let name = citation.name.as_ref().filter(|_| citation.kind == ActKind::Law)?;
    let folded: Vec<String> = words(name).map(|word| word.folded).collect();
    let is_code = folded.first().is_some_and(|word| word.starts_with("cod"));
    let fits = (1..=LONGEST_NAME).contains(&folded.len()) && !is_code;
    fits.then(|| format!("legea {}", folded.join(" ")))
}

/// The words of the citation in both languages, of the kind in full, and of the name.
fn act_words(act: &Act, name: Option<&str>) -> Box<[Box<str>]> {
    let full = match act.kind.as_str() {
        "OUG" => "ordonanta de urgenta",
        "OG" => "ordonanta",
        "HG" => "hotararea guvernului",
        _ => "",
    };
    let names: Vec<&str> = lookup::names_of(act).collect();
    let names = names.join(" ");
    let citations = Language::ALL.map(|language| act.citation(language)).join(" ");
    let all = format!("{citations} {full} {names} {}", name.unwrap_or_default());
    let distinct: BTreeSet<Box<str>> = words(&all).map(|word| word.folded.into()).collect();
    distinct.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text;

    fn lexicon(counts: &[(&str, u32)]) -> Lexicon {
        let mut lexicon = Lexicon::default();
        for (word, articles) in counts {
            let folded = text::fold(word);
            let spelling = Spelling { articles: *articles, ..Spelling::new(&folded, word) };
            lexicon.spellings.insert(folded.into(), spelling);
        }
        lexicon
    }

    #[test]
    fn a_typing_mistake_leads_to_the_nearest_word() {
        let lexicon = lexicon(&[("declarație", 9), ("declarații", 4), ("chirie", 5), ("chimie", 1), ("salariu", 3)]);
        for (typed, expected) in [
            ("declaratei", Some("declarație")),
            ("delcaratie", Some("declarație")),
            ("delcaratiilor", Some("declarații")),
            ("chrie", Some("chirie")),
            ("chiriee", Some("chirie")),
            ("salariy", Some("salariu")),
            ("xyzw", None),
            ("chi", None),
            ("d212", None),
        ] {
            assert_eq!(lexicon.nearest(typed).map(|word| lexicon.written(word)), expected, "{typed}");
        }
    }
}
