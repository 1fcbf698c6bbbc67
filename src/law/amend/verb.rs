//! The change that the header of an operation orders.

use crate::amend::operation::{AddedProvisions, Change, InsertionPoint, Side};
use crate::amend::place::{self, Places, read_labels, unit_word};
use crate::amend::source::HeaderText;
use crate::amend::words::WordCursor;
use crate::form::clause::{ClauseKind, Place, PlaceStep};

/// The change that a header orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verb {
    Modify(Vec<Place>),
    Insert {
        place: Place,
        side: Side,
        added: AddedProvisions,
    },
    Repeal(Vec<Place>),
    Renumber(Vec<(Place, PlaceStep)>),
    ReplaceWords {
        places: Vec<Place>,
        pairs: Vec<(String, String)>,
    },
    Prorogue {
        places: Vec<Place>,
        until: String,
    },
    /// None itself: the operations that follow are within this place.
    Follow(Place),
    /// One that no rule understands, and why.
    Unknown(&'static str),
}

impl Verb {
    /// The change in the act that an ordinance amends, without the article of the ordinance.
    pub fn within_amended(mut self) -> Self {
        let outermost = |place: &mut Place| {
            if !place.steps.is_empty() {
                place.steps.remove(0);
            }
        };
        match &mut self {
            Self::Modify(places) | Self::Repeal(places) | Self::ReplaceWords { places, .. } => {
                places.iter_mut().for_each(outermost);
            }
            Self::Insert { place, .. } => outermost(place),
            _ => {}
        }
        self
    }
}

/// The change that a header orders, with the text after the header.
pub fn change_of(verb: Verb, context: &Place, content: String) -> Change {
    let within = |place: Place| {
        // The operation may name the article of the lead again.
        let named = place.steps.first().map(|step| step.kind);
        let outer =
            context.steps.iter().take_while(|step| Some(step.kind) != named || named != Some(ClauseKind::Article));
        Place::of(outer.cloned().chain(place.steps).collect())
    };
    let all = |places: Vec<Place>| places.into_iter().map(within).collect();
    match verb {
        Verb::Modify(places) => Change::Modify { places: all(places), content },
        Verb::Insert { place, side, added } => {
            Change::Insert { anchor: InsertionPoint { place: within(place), side }, added, content }
        }
        Verb::Repeal(places) => Change::Repeal { places: all(places) },
        Verb::Renumber(pairs) => {
            Change::Renumber { pairs: pairs.into_iter().map(|(place, step)| (within(place), step)).collect() }
        }
        Verb::ReplaceWords { places, pairs } => {
            let places =
                if places.is_empty() && !context.steps.is_empty() { vec![context.clone()] } else { all(places) };
            Change::ReplaceWords { places, pairs }
        }
        Verb::Prorogue { places, until } => Change::Prorogue { places: all(places), until },
        Verb::Follow(_) => Change::NotUnderstood { reason: "no operation follows".to_owned() },
        Verb::Unknown(reason) => Change::NotUnderstood { reason: reason.to_owned() },
    }
}

/// The step whose mark stands in the new text of a place.
pub fn marked_step(place: &Place) -> Option<&PlaceStep> {
    place.steps.iter().rev().find(|step| step.kind != ClauseKind::Introduction)
}

impl HeaderText<'_> {
    /// Reads the change: `ranges` name the place, and the verb begins at `verb`.
    pub fn verb(&self, ranges: &[(usize, usize)], verb: usize, end: usize, has_content: bool) -> Verb {
        let after = self.slice(verb, end);
        if ["se inlocui", "se va inlocui", "se vor inlocui"].iter().any(|words| after.starts_with(words))
            || (after.starts_with("se modifica si se inlocui") && self.slice(ranges[0].0, verb).contains('"'))
            || (after.starts_with("se elimina") && self.slice(ranges[0].0, verb).contains('"'))
        {
            return self.replacement(ranges, verb, end);
        }
        if after.starts_with("se proroga") || after.starts_with("se prelung") {
            return self.prorogue(ranges, verb, end);
        }
        let Some(places) = self.places(ranges) else { return Verb::Unknown("the place is not understood") };
        if after.starts_with("se abroga") || after.starts_with("se elimina") {
            return self.repeal(places, verb, end);
        }
        if ["devin", "va deveni", "vor deveni"].iter().any(|words| after.starts_with(words)) {
            return self.renumber(places, verb, end);
        }
        if ["se introduc", "se adaug", "se intercal", "se completeaza"].iter().any(|words| after.starts_with(words)) {
            return self.insertion(places, verb, end, has_content);
        }
        if after.starts_with("se suspend") {
            return Verb::Unknown("a suspension leaves the text as it is");
        }
        if after.contains("se inlocuieste cu anexa") || after.contains("se inlocuiesc cu anexele") {
            return Verb::Unknown("the new annex stands outside the operation");
        }
        match (has_content, places.places.is_empty() || places.side.is_some()) {
            (true, false) => Verb::Modify(places.places),
            (true, true) => Verb::Unknown("the place is not named"),
            (false, _) => Verb::Unknown("the new text is not given"),
        }
    }

    fn repeal(&self, places: Places, verb: usize, end: usize) -> Verb {
        let after = self.slice(verb, end).trim_start_matches("se abroga").trim_start_matches("se elimina");
        let rest = after.trim_matches([' ', '.', ';', ':', ',', '\n']);
        if !places.places.is_empty() && rest.is_empty() {
            return Verb::Repeal(places.places);
        }
        Verb::Unknown(if places.places.is_empty() { "the place is not named" } else { "the repeal has a condition" })
    }

    fn renumber(&self, places: Places, verb: usize, end: usize) -> Verb {
        let mut words = self.words(verb, end);
        words.word(&["va", "vor"]);
        words.next_word();
        let stop = self.slice(words.at(), end).trim_end_matches(['.', ';', ' ', '\n']).len();
        let target = place::read(&mut self.words(words.at(), words.at() + stop));
        let steps: Vec<_> =
            target.iter().flat_map(|target| &target.places).filter_map(|place| place.last().cloned()).collect();
        if steps.is_empty() || steps.len() != places.places.len() {
            return Verb::Unknown("the new numbers are not understood");
        }
        Verb::Renumber(places.places.into_iter().zip(steps).collect())
    }

    fn insertion(&self, places: Places, verb: usize, end: usize, has_content: bool) -> Verb {
        let mut words = self.words(verb, end);
        words.next_word();
        words.next_word();
        words.word(&["cu"]);
        let mut places = places;
        if let Some((side, at)) = self.side_after(words.at(), end).filter(|_| places.places.is_empty()) {
            // "se completează după art. 4 cu art. 4^1".
            (places, words) = (side, self.words(at, end));
        }
        let is_new_text = has_content && self.slice(verb, end).contains(" avea urmatorul cuprins");
        let Some(added) = read_added(&mut words) else {
            if is_new_text && places.side.is_none() && !places.places.is_empty() {
                return Verb::Modify(places.places);
            }
            return Verb::Unknown("the added provisions are not understood");
        };
        if !has_content {
            return Verb::Unknown("the new text is not given");
        }
        let side = places.side.unwrap_or(Side::Within);
        match places.places.len() {
            0 if side == Side::Within => Verb::Insert { place: Place::default(), side, added },
            1 => Verb::Insert { place: places.places.remove(0), side, added },
            _ => Verb::Unknown("the place is not named"),
        }
    }

    /// The place after which provisions are added, and where they are named: "după art. 4 cu art. 4^1".
    fn side_after(&self, at: usize, end: usize) -> Option<(Places, usize)> {
        let text = self.slice(at, end);
        let with = text.find(" cu ").filter(|_| text.trim_start().starts_with("dupa "))?;
        let places = self.places(&[(at, at + with)]).filter(|places| places.places.len() == 1)?;
        Some((places, at + with + " cu ".len()))
    }

    fn prorogue(&self, ranges: &[(usize, usize)], verb: usize, end: usize) -> Verb {
        let after = self.slice(verb, end);
        let Some(until) = after
            .find("pana la")
            .map(|at| self.copy.original(verb + at..end).trim_end_matches(['.', ';', ' ', '\n']).to_owned())
        else {
            return Verb::Unknown("the new term is not named");
        };
        let mut ranges = ranges.to_vec();
        for range in &mut ranges {
            let text = self.slice(range.0, range.1);
            let skipped = ["prevazut la", "prevazute la", "prevazut de", "prevazute de", "stabilit la", "prevazuta la"]
                .iter()
                .filter_map(|words| text.find(words).map(|at| at + words.len()))
                .max();
            if let Some(skipped) = skipped.filter(|_| text.trim_start().starts_with("termen")) {
                range.0 += skipped;
            }
        }
        match self.places(&ranges).filter(|places| !places.places.is_empty()) {
            Some(places) => Verb::Prorogue { places: places.places, until },
            None => Verb::Unknown("the place is not understood"),
        }
    }
}

/// Counts in words; the index is the number.
const COUNTS: &[&str] = &[
    "", "un", "doua", "trei", "patru", "cinci", "sase", "sapte", "opt", "noua", "zece", "unsprezece", "douasprezece",
    "treisprezece", "paisprezece", "cincisprezece",
];

/// Parts of counts that are read without their number.
const LARGER: &[&str] = &[
    "saisprezece", "saptesprezece", "optsprezece", "nouasprezece", "douazeci", "treizeci", "patruzeci", "cincizeci",
    "si",
];

/// Counts whose words differ in the other gender.
const OTHER_GENDER: &[(&str, usize)] = &[("o", 1), ("doi", 2), ("doisprezece", 12)];

/// Reads the added provisions: "două noi alineate, alin. (4) și (5)".
pub fn read_added(words: &mut WordCursor<'_>) -> Option<AddedProvisions> {
    let mut count = words.number().and_then(|label| label.number()).map(|number| number as usize);
    let mut word = words.next_word()?;
    let is_large = LARGER.contains(&word);
    while is_large && (LARGER.contains(&word) || COUNTS.contains(&word)) {
        word = words.next_word()?;
    }
    let other = OTHER_GENDER.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
    if let Some(number) = other.or_else(|| COUNTS.iter().position(|count| *count == word)) {
        count = Some(number);
        word = words.next_word()?;
    }
    while matches!(word, "nou" | "noua" | "noi" | "de" | "alte") {
        word = words.next_word()?;
    }
    let (kind, _) = unit_word(word, words)?;
    words.word(&["nou", "noua", "noi"]);
    words.punctuation(',');
    let repeated = words.attempt(|words| {
        let word = words.next_word()?;
        unit_word(word, words).map(|(kind, _)| kind)
    });
    let steps = read_labels(words, repeated.unwrap_or(kind));
    let kind = steps.first().map_or(kind, |step| step.kind);
    Some(AddedProvisions { kind, count, steps })
}
