//! How the indexed articles spell their words, and the acts that they are on or name.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::acts::{KnownAct, KnownActs, Naming, key};
use super::references::References;
use super::spellings::Spellings;
use super::terms::SpelledWords;
use super::words::words;
use crate::domain::Language;
use crate::domain::act::Act;
use paragraf_law::act_kind::ActKind;
use paragraf_law::citation::CitedAct;
use paragraf_law::lookup::{self, ActPattern, LearnedNames};

/// Most names of acts that are learned from texts.
const MOST_NAMES: usize = 5_000;
/// Most words of a name.
const LONGEST_NAME: usize = 5;

/// The spellings, acts and names of acts of the indexed articles.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Lexicon {
    spellings: Spellings,
    acts: KnownActs,
    #[serde(with = "learned_names")]
    names: LearnedNames,
}

impl Lexicon {
    pub(super) fn names(&self) -> &LearnedNames {
        &self.names
    }

    pub(super) fn spellings(&self) -> &Spellings {
        &self.spellings
    }

    pub(super) fn acts(&self) -> impl Iterator<Item = KnownAct<'_>> {
        self.acts.iter()
    }

    /// The acts that articles are on, or name.
    pub(super) fn known_acts(&self) -> &KnownActs {
        &self.acts
    }

    /// Adds what the article of a document contains, of which `spelled` are the folded words, each with its spelling.
    pub(super) fn learn(&mut self, id: u64, spelled: &SpelledWords, references: &References) {
        for (folded, written) in spelled {
            self.spellings.learn(folded, written);
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

    /// Removes what an article contained. The name of an act stays while an article names the act or is on it.
    pub(super) fn forget(&mut self, id: u64, spelled: &SpelledWords, references: &References) {
        for folded in spelled.keys() {
            self.spellings.forget(folded);
        }
        if let Some(act) = &references.own {
            self.acts.remove(act, Naming::Own, id);
        }
        let mut is_gone = false;
        for (act, _) in cited(references) {
            self.acts.remove(&act, Naming::Citing, id);
            is_gone |= self.acts.find(&act).is_none();
        }
        if is_gone {
            self.forget_names();
        }
    }

    /// Removes the names of acts that no article names: a mistyped number would stay the one of the name.
    fn forget_names(&mut self) {
        let acts = &self.acts;
        let is_known = |law: &ActPattern| acts.with_number(&law.number).any(|known| Some(known.act.year) == law.year);
        self.names.retain(|_, law| is_known(law));
    }

    /// What was saved, with the acts of these documents only, and their names. Words of other articles stay.
    pub(super) fn restored(self, keep: &FxHashSet<u64>) -> Self {
        let mut restored = Self { acts: self.acts.restored(keep), ..self };
        restored.forget_names();
        restored
    }

    fn learn_name(&mut self, name: &str, act: &Act) {
        if self.names.len() < MOST_NAMES
            && let Some(number) = &act.number
        {
            self.names.entry(name.to_owned()).or_insert_with(|| law(number.clone(), Some(act.year)));
        }
    }
}

/// A law with this number.
fn law(number: String, year: Option<i16>) -> ActPattern {
    ActPattern { kinds: vec![ActKind::Law], number, year }
}

/// The learned names as a list of names with the number and year of their law.
mod learned_names {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{LearnedNames, law};

    pub(super) fn serialize<S: Serializer>(names: &LearnedNames, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(names.iter().map(|(name, law)| (name, &law.number, law.year)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LearnedNames, D::Error> {
        let names = Vec::<(String, String, Option<i16>)>::deserialize(deserializer)?;
        Ok(names.into_iter().map(|(name, number, year)| (name, law(number, year))).collect())
    }
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
