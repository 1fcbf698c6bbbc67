//! Reading the places that an operation names: "La articolul 5, literele a) și b) ale alineatului (2)".

use crate::form::clause::{ClauseKind, Place, PlaceStep};
use crate::form::mark;
use crate::label::{Label, LabelBase, LabelRange};

use super::operation::Side;
use super::words::WordCursor;

/// The places that a phrase names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    pub places: Vec<Place>,
    /// The side of the place that the phrase names, such as "după articolul 5".
    pub side: Option<Side>,
}

/// A unit word with its labels.
#[derive(Debug, Clone)]
struct UnitGroup {
    kind: ClauseKind,
    labels: Vec<PlaceStep>,
    genitive: bool,
}

/// Words before a unit word that do not change the place.
const FILLERS: &[&str] = &[
    "la",
    "in",
    "din",
    "cuprinsul",
    "tot",
    "textul",
    "prevederile",
    "dispozitiile",
    "prevederilor",
    "dispozitiilor",
    "cadrul",
    "noul",
    "fostul",
    "actualul",
];

/// Reads a whole phrase; `None` if any word of it is not known.
pub fn read(words: &mut WordCursor<'_>) -> Option<Places> {
    let mut reader = PlaceReader::default();
    let mut side = None;
    loop {
        let mut link = Connective::default();
        read_link(words, &mut link);
        if words.is_at_end() {
            break;
        }
        side = link.side.or(side);
        if skip_unlabelled_owner(words, &link) {
            continue;
        }
        let group = read_group(words, &link)?;
        reader.add(group, &link)?;
    }
    Some(Places { places: reader.places(), side })
}

/// The words between two unit words.
#[derive(Debug, Default)]
struct Connective {
    and: bool,
    at: bool,
    /// "al", "a", "din": the next unit holds the last one.
    owner: bool,
    /// "ale": the next unit holds all before it.
    owner_of_all: bool,
    side: Option<Side>,
}

fn read_link(words: &mut WordCursor<'_>, link: &mut Connective) {
    loop {
        if words.punctuation(',') {
            continue;
        }
        let Some(word) = words.peek_word() else { return };
        match word {
            "si" | "precum" | "respectiv" => link.and = true,
            "la" => link.at = true,
            "al" | "a" | "din" => link.owner = true,
            "ale" | "ai" => link.owner_of_all = true,
            "dupa" => link.side = Some(Side::After),
            "inaintea" | "inainte" => link.side = Some(Side::Before),
            "de" if link.side.is_some() => {}
            word if FILLERS.contains(&word) => {}
            _ => return,
        }
        words.next_word();
    }
}

/// Skips an owner without a label: "articolului" in "La articolul 171, denumirea marginală a articolului".
fn skip_unlabelled_owner(words: &mut WordCursor<'_>, link: &Connective) -> bool {
    const OWNERS: &[&str] = &["articolului", "capitolului", "sectiunii", "titlului", "alineatului"];
    if !link.owner {
        return false;
    }
    let skipped = words.attempt(|words| {
        let word = words.next_word().filter(|word| OWNERS.contains(word))?;
        let (kind, _) = unit_word(word, words)?;
        read_labels(&mut words.clone(), kind).is_empty().then_some(())
    });
    skipped.is_some()
}

/// Reads a unit word and its labels.
fn read_group(words: &mut WordCursor<'_>, link: &Connective) -> Option<UnitGroup> {
    let ordinal = read_ordinal_before(words);
    let last = words.peek_word().filter(|word| LAST.contains(word));
    if last.is_some() {
        words.next_word();
    }
    let word = words.next_word()?;
    let (kind, genitive) = unit_word(word, words)?;
    if let Some(last) = last {
        let genitive = genitive || last.ends_with('i') || link.owner || link.owner_of_all;
        return last_of(kind).map(|step| UnitGroup { kind, labels: vec![step], genitive });
    }
    let mut labels = read_labels(words, kind);
    if let Some(ordinal) = ordinal {
        labels = vec![PlaceStep::new(kind, Some(Label::arabic(ordinal)))];
    }
    if !labels.is_empty() {
        skip_name(words);
    }
    let stands_alone = matches!(kind, ClauseKind::Introduction | ClauseKind::Heading | ClauseKind::Annex);
    if labels.is_empty() {
        if !stands_alone {
            return None;
        }
        labels.push(PlaceStep::new(kind, None));
    }
    Some(UnitGroup { kind: labels[0].kind, labels, genitive: genitive || link.owner || link.owner_of_all })
}

/// Words before a unit that stand for its label.
const LAST: &[&str] = &["ultimul", "ultima", "ultimului", "ultimei"];

/// The last unit of a kind; `None` for a kind whose last unit no form makes certain.
fn last_of(kind: ClauseKind) -> Option<PlaceStep> {
    const KINDS: [ClauseKind; 4] = [ClauseKind::Paragraph, ClauseKind::Letter, ClauseKind::Point, ClauseKind::Dash];
    KINDS.contains(&kind).then(|| PlaceStep::last(kind))
}

/// Skips the name of an annex or a section in quotation marks.
fn skip_name(words: &mut WordCursor<'_>) {
    while words.quoted().is_some() {}
}

/// Reads "prima" or "primul" before a unit word.
fn read_ordinal_before(words: &mut WordCursor<'_>) -> Option<u32> {
    words.word(&["prima", "primul"]).then_some(1)
}

/// The kind of unit that a word names, and whether its form makes it the owner of the unit before.
pub fn unit_word(word: &str, words: &mut WordCursor<'_>) -> Option<(ClauseKind, bool)> {
    let word = word.trim_end_matches('.');
    let genitive = word.ends_with("ului")
        || word.ends_with("elor")
        || word.ends_with("ilor")
        || matches!(word, "literei" | "anexei" | "sectiunii" | "liniutei" | "tezei" | "pozitiei" | "titlurilor");
    let kind = match word {
        "partea" | "partii" | "partile" | "partilor" => {
            let introductory = words.peek_word().is_some_and(|next| next.starts_with("introductiv"));
            introductory.then(|| words.next_word())?;
            return Some((ClauseKind::Introduction, matches!(word, "partii" | "partilor")));
        }
        "denumirea" | "denumirile" | "denumirii" => {
            while words.peek_word().is_some_and(|next| next.starts_with("marginal")) {
                words.next_word();
            }
            skip_act_word(words);
            ClauseKind::Heading
        }
        "titlul" if names_heading(words) => {
            skip_act_word(words);
            ClauseKind::Heading
        }
        "art" => ClauseKind::Article,
        "alin" => ClauseKind::Paragraph,
        "lit" => ClauseKind::Letter,
        "pct" => ClauseKind::Point,
        "cap" => ClauseKind::Chapter,
        "poz" => ClauseKind::Row,
        _ if word.starts_with("articol") => ClauseKind::Article,
        _ if word.starts_with("alineat") => ClauseKind::Paragraph,
        _ if word.starts_with("liter") => ClauseKind::Letter,
        _ if word.starts_with("punct") => ClauseKind::Point,
        _ if word.starts_with("subpunct") => ClauseKind::Point,
        _ if word.starts_with("liniut") => ClauseKind::Dash,
        _ if word.starts_with("anex") => ClauseKind::Annex,
        _ if word.starts_with("capitol") => ClauseKind::Chapter,
        _ if word.starts_with("subsectiun") => ClauseKind::Subsection,
        _ if word.starts_with("sectiun") => ClauseKind::Section,
        _ if word.starts_with("titlu") => ClauseKind::Title,
        _ if word.starts_with("cartea") || word.starts_with("carti") => ClauseKind::Book,
        _ if word.starts_with("tez") => ClauseKind::Sentence,
        _ if word.starts_with("paragraf") => ClauseKind::Paragraph,
        _ if word.starts_with("poziti") => ClauseKind::Row,
        "numar" | "numere" | "numarul" | "numerele" | "numarului"
            if words.peek_word().is_some_and(|next| next.starts_with("curent")) =>
        {
            words.next_word();
            ClauseKind::Row
        }
        _ => return None,
    };
    Some((kind, genitive))
}

/// Whether "titlul" means a heading: of the act, or of a unit that follows in the genitive.
fn names_heading(words: &WordCursor<'_>) -> bool {
    words.clone().next_word().is_none_or(|next| {
        next.ends_with("lui")
            || matches!(
                next,
                "sectiunii" | "subsectiunii" | "anexei" | "legii" | "ordonantei" | "hotararii" | "partii" | "cartii"
            )
    })
}

/// Skips the word for the act itself: "titlul ordonanței de urgență".
fn skip_act_word(words: &mut WordCursor<'_>) {
    let is_act = words
        .peek_word()
        .is_some_and(|word| matches!(word, "legii" | "ordonantei" | "hotararii" | "actului" | "codului"));
    if is_act {
        words.next_word();
        while words.peek_word().is_some_and(|word| matches!(word, "de" | "urgenta" | "normativ" | "guvernului")) {
            words.next_word();
        }
    }
}

/// Reads the labels after a unit word: `(1), (2) și (4)-(6)`.
pub fn read_labels(words: &mut WordCursor<'_>, kind: ClauseKind) -> Vec<PlaceStep> {
    let mut steps = Vec::new();
    words.word(&["nr"]);
    while let Some(step) = read_step(words, kind) {
        let range_end = words.attempt(|words| words.punctuation('-').then(|| read_step(words, kind)).flatten());
        match (range_end.and_then(|end| end.label), step.label.clone()) {
            (Some(last), Some(first)) => {
                let labels = range(first, last);
                steps.extend(labels.into_iter().map(|label| PlaceStep::new(step.kind, Some(label))));
            }
            _ => steps.push(step),
        }
        let more = words.attempt(|words| {
            let comma = words.punctuation(',');
            let and = words.word(&["si", "respectiv", "precum"]);
            words.word(&["si"]);
            words.word(&["respectiv"]);
            words.attempt(|words| words.word(&["nr"]).then_some(()));
            ((comma || and) && read_step(&mut words.clone(), kind).is_some()).then_some(())
        });
        if more.is_none() {
            break;
        }
    }
    steps
}

fn range(first: Label, last: Label) -> Vec<Label> {
    let letters = matches!((&first.base, &last.base), (LabelBase::Letter(_), LabelBase::Letter(_)));
    let in_order = mark::order(&first) <= mark::order(&last);
    if letters || in_order {
        return LabelRange { first, last: Some(last) }.labels();
    }
    vec![first, last]
}

/// Reads one label of a unit of this kind.
fn read_step(words: &mut WordCursor<'_>, kind: ClauseKind) -> Option<PlaceStep> {
    match kind {
        ClauseKind::Letter => words.letter().map(|label| PlaceStep::new(kind, Some(label))),
        ClauseKind::Paragraph => {
            let label = words.bracketed().or_else(|| words.number())?;
            Some(PlaceStep::new(kind, Some(label)))
        }
        ClauseKind::Point => match words.roman_in_brackets() {
            Some(label) => Some(PlaceStep::new(ClauseKind::RomanPoint, Some(label))),
            None => words.number().map(|label| PlaceStep::new(kind, Some(label))),
        },
        ClauseKind::Dash => words
            .quoted()
            .map(|quote| PlaceStep::quoted(kind, quote))
            .or_else(|| words.ordinal().map(|label| PlaceStep::new(kind, Some(label)))),
        ClauseKind::Sentence => words.ordinal().map(|label| PlaceStep::new(kind, Some(label))),
        ClauseKind::Introduction | ClauseKind::Heading => None,
        ClauseKind::Article => words
            .number()
            .or_else(|| words.ordinal())
            .or_else(|| words.capital())
            .map(|label| PlaceStep::new(kind, Some(label.of_article()))),
        _ => words
            .number()
            .or_else(|| words.ordinal())
            .or_else(|| words.capital())
            .map(|label| PlaceStep::new(kind, Some(label))),
    }
}

/// Collects groups into places.
#[derive(Debug, Default)]
struct PlaceReader {
    lists: Vec<List>,
    /// The first of the lists that an owner of all belongs to.
    heads: usize,
    /// Whether an owner was read since the last list began.
    is_owned: bool,
    /// The number of groups that all lists keep: the article and point of an act that amends another one.
    locked: usize,
}

/// The groups of a place, from the outermost to the innermost.
#[derive(Debug, Clone)]
struct List {
    groups: Vec<UnitGroup>,
    /// The index of the group that was read last.
    head: usize,
}

impl PlaceReader {
    fn add(&mut self, group: UnitGroup, link: &Connective) -> Option<()> {
        let Some(list) = self.lists.last_mut() else {
            self.lists.push(List { groups: vec![group], head: 0 });
            return Some(());
        };
        let may_own = group.genitive && !link.at && list.groups.len() > self.locked;
        if may_own && rank(&group) < rank(&list.groups[list.head]) {
            self.own(&group, link.owner_of_all);
            return Some(());
        }
        if is_nested(&list.groups) && list.groups.len() == 2 && !link.and {
            self.locked = 2;
        }
        let last = list.groups.last()?;
        let is_deeper = rank(&group) > rank(last)
            || rank(&group) == rank(last) && (group.kind != last.kind || is_roman(last) && !is_roman(&group));
        // "litera h) a alineatului (11), partea introductivă": a unit after an owner begins another place.
        let is_closed = self.is_owned && self.lists.len() > 1;
        let list = self.lists.last_mut()?;
        if list.groups.len() == self.locked || (is_deeper && !link.and && !is_closed) {
            list.head = list.groups.len();
            list.groups.push(group);
        } else {
            self.begin(group, is_deeper);
        }
        Some(())
    }

    /// Puts the owner before the group that it holds.
    fn own(&mut self, group: &UnitGroup, of_all: bool) {
        let first = if of_all { self.heads } else { self.lists.len() - 1 };
        for list in &mut self.lists[first..] {
            if rank(&list.groups[list.head]) <= rank(group) {
                continue;
            }
            let before = list.groups[..list.head].iter().position(|earlier| earlier.kind == group.kind);
            if let Some(replaced) = before.filter(|at| *at >= self.locked) {
                list.groups.remove(replaced);
                list.head -= 1;
            }
            list.groups.insert(list.head, group.clone());
        }
        self.is_owned = true;
    }

    /// Begins another place with the groups around it.
    fn begin(&mut self, group: UnitGroup, is_deeper: bool) {
        let Some(list) = self.lists.last() else { return };
        let mut groups = list.groups.clone();
        let same = groups.iter().skip(self.locked).position(|earlier| rank(earlier) >= rank(&group));
        groups.truncate(if is_deeper { list.head } else { same.map_or(groups.len(), |at| at + self.locked) });
        if std::mem::take(&mut self.is_owned) {
            self.heads = self.lists.len();
        }
        let head = groups.len();
        groups.push(group);
        self.lists.push(List { groups, head });
    }

    fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for list in &self.lists {
            let mut expanded = vec![Place::default()];
            for group in &list.groups {
                expanded = expanded
                    .iter()
                    .flat_map(|place| group.labels.iter().map(|step| place.with(step.clone())))
                    .collect();
            }
            places.extend(expanded);
        }
        places
    }
}

/// Whether the labels are roman numbers: "punctul I" holds "punctul 3".
fn is_roman(group: &UnitGroup) -> bool {
    let label = group.labels.first().and_then(|step| step.label.as_ref());
    label.is_some_and(|label| matches!(label.base, LabelBase::Roman(_)))
}

/// Whether the groups name a point of an article that amends another act.
fn is_nested(list: &[UnitGroup]) -> bool {
    let roman = list.first().and_then(|group| group.labels.first()).and_then(|step| step.label.as_ref());
    list.len() >= 2
        && list[0].kind == ClauseKind::Article
        && list[1].kind == ClauseKind::Point
        && roman.is_some_and(|label| matches!(label.base, LabelBase::Roman(_) | LabelBase::Sole))
}

fn rank(group: &UnitGroup) -> u8 {
    match group.kind {
        ClauseKind::Annex => 0,
        ClauseKind::Book => 1,
        ClauseKind::Title => 2,
        ClauseKind::Chapter => 3,
        ClauseKind::Section => 4,
        ClauseKind::Subsection => 5,
        ClauseKind::Article => 6,
        ClauseKind::Paragraph => 7,
        ClauseKind::Letter | ClauseKind::Point | ClauseKind::Row => 8,
        ClauseKind::RomanPoint => 9,
        ClauseKind::Dash => 10,
        ClauseKind::Text | ClauseKind::Sentence => 11,
        ClauseKind::Introduction | ClauseKind::Heading => 12,
    }
}
