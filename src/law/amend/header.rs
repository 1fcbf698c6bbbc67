//! Reading the header of an operation: "La articolul 7, litera f^1) se abrogă."

use crate::law::amend::act::{self, ActName, find_word};
use crate::law::amend::amendment::{Added, Side};
use crate::law::amend::place::{self, Places, read_labels, unit_word};
use crate::law::amend::words::Words;
use crate::law::form::clause::{Place, Step};
use crate::law::normalise::SearchCopy;

/// Longest header, for laws with long names.
const LONGEST: usize = 2600;

/// The header of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub act: Option<ActName>,
    pub in_annex: bool,
    pub verb: Verb,
    /// Where the header ends in the search copy.
    pub end: usize,
}

/// What the header orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verb {
    Modify(Vec<Place>),
    Insert {
        place: Place,
        side: Side,
        added: Added,
    },
    Repeal(Vec<Place>),
    Renumber(Vec<(Place, Step)>),
    ReplaceWords {
        places: Vec<Place>,
        pairs: Vec<(String, String)>,
    },
    Prorogue {
        places: Vec<Place>,
        until: String,
    },
    /// The operations follow, in this place.
    Follow(Place),
    /// The header of an operation that no rule understands.
    Unknown(&'static str),
}

/// Verbs of operations in lower-case ASCII.
const VERBS: &[&str] = &[
    "se modifica",
    "semodifica",
    "se abroga",
    "se introduce",
    "se introduc",
    "se completeaza",
    "se adauga",
    "se inlocuieste",
    "se inlocuiesc",
    "se elimina",
    "devine",
    "devin",
    "va avea urmatorul",
    "vor avea urmatorul",
    "va avea urmatoarea",
    "vor avea urmatoarea",
    "se proroga",
    "se prelungeste",
    "se prelungesc",
    "se suspenda",
    "se renumeroteaza",
    "va urmatorul cuprins",
    "va vea urmatorul",
];

/// Beginnings of headers.
const BEGINNINGS: &[&str] = &[
    "la ",
    "dupa ",
    "inainte",
    "in ",
    "articol",
    "art.",
    "alineat",
    "alin.",
    "liter",
    "lit.",
    "punct",
    "pct.",
    "anex",
    "titlul",
    "capitol",
    "sectiun",
    "subsectiun",
    "denumire",
    "denumiri",
    "partea",
    "partile",
    "sintagm",
    "cuvint",
    "cuvant",
    "termen",
    "liniut",
    "tez",
    "paragraf",
    "poziti",
    "tabel",
    "nota",
    "preambul",
    "mentiun",
    "expresi",
    "legea",
    "ordonanta",
    "hotararea",
    "codul",
    "se aproba",
    "se introduc",
    "se completeaza",
    "se abroga",
    "ultim",
    "prim",
    "decret",
    "subpunct",
    "numar",
    "numer",
    "prin",
    "incepand",
    "aplicarea",
    "cartea",
    "regulament",
    "norme",
    "statut",
];

/// A text being searched for headers.
#[derive(Debug)]
pub struct Source<'t> {
    pub copy: &'t SearchCopy<'t>,
    /// The search copy in small letters.
    pub lower: &'t str,
}

impl<'t> Source<'t> {
    fn words(&self, from: usize, to: usize) -> Words<'t> {
        Words::new(self.copy, self.lower, from, to)
    }

    fn slice(&self, from: usize, to: usize) -> &'t str {
        self.lower.get(from..to.max(from)).unwrap_or_default()
    }

    /// Reads the header that begins at `start`; `None` if there is no operation.
    pub fn header(&self, start: usize) -> Option<Header> {
        let rest = self.slice(start, (start + LONGEST).min(self.lower.len()));
        if !BEGINNINGS.iter().any(|word| rest.starts_with(word)) {
            return None;
        }
        let end = start + sentence_end(rest);
        if rest.starts_with("se aproba") {
            return self.approval(start, end);
        }
        let verb = VERBS.iter().filter_map(|verb| unquoted(self.slice(start, end), verb)).min()? + start;
        let after = self.slice(verb, end);
        if let Some(at) = follows(after) {
            return Some(self.lead(start, verb, verb + at));
        }
        let (text_end, has_content) = match after.find("cuprins").map(|at| (at, after[at..].find(':'))) {
            Some((at, Some(colon))) => (verb + at + colon + 1, true),
            _ => match after.find("urmatoarea redactare:").or_else(|| after.find("urmatoarele cuvinte:")) {
                Some(at) => (verb + at + after[at..].find(':').unwrap_or(0) + 1, true),
                None => (end, after.ends_with(':')),
            },
        };
        let (ranges, act, in_annex) = self.without_citation(start, verb);
        let ordered = self.verb(&ranges, verb, text_end, has_content);
        Some(Header { act, in_annex, verb: ordered, end: text_end })
    }

    /// An approval with changes: "Se aprobă Ordonanța ..., cu următoarele modificări:".
    fn approval(&self, start: usize, end: usize) -> Option<Header> {
        let text = self.slice(start, end);
        let with_changes = text.ends_with(':') && (text.contains("cu urmato") || text.contains("dupa cum urmeaza"));
        let (_, name) = act::find(text, 0).filter(|_| with_changes)?;
        Some(Header { act: Some(name), in_annex: false, verb: Verb::Follow(Place::default()), end })
    }

    /// A header after which operations follow: "Legea nr. 31/1990 ... se modifică după cum urmează:".
    fn lead(&self, start: usize, verb: usize, end: usize) -> Header {
        let (ranges, act, in_annex) = self.without_citation(start, verb);
        let place = self
            .places(&ranges)
            .filter(|places| places.places.len() == 1)
            .and_then(|places| places.places.into_iter().next());
        Header { act, in_annex, verb: Verb::Follow(place.unwrap_or_default()), end }
    }

    /// The parts of a header's beginning around the citation of the amended act.
    fn without_citation(&self, start: usize, verb: usize) -> (Vec<(usize, usize)>, Option<ActName>, bool) {
        let text = self.slice(start, verb);
        let Some((range, name)) = act::find(text, 0) else { return (vec![(start, verb)], None, false) };
        let approved = ["regulament", "norme", "statut", "metodologi", "procedur", "instructiun"]
            .iter()
            .any(|word| text.contains(word))
            && text.contains("aprobat");
        let before = text[..range.start].trim_end();
        let before =
            ["din anexa la", "din", "la", "al", "a", "ale", "ai", "se aproba"].iter().fold(before, |text, word| {
                text.strip_suffix(word)
                    .filter(|rest| rest.is_empty() || rest.ends_with(' '))
                    .map_or(text, str::trim_end)
            });
        let first = (start, start + before.len());
        let tail = (range.end..text.len()).filter(|at| text[*at..].starts_with(", ") || text[*at..].starts_with(" , "));
        let rest = tail.map(|at| (start + at, verb)).find(|(from, to)| {
            let words = self.slice(*from, *to).trim_start_matches([',', ' ']);
            let phrase = words.split("sintagm").next().unwrap_or_default();
            let begins = BEGINNINGS.iter().skip(1).any(|word| words.starts_with(word)) || words.starts_with("la ");
            begins && (place::read(&mut self.words(*to - words.len(), *to)).is_some() || phrase.len() < words.len())
        });
        let mut ranges = vec![first];
        ranges.extend(rest);
        (ranges, Some(name), approved)
    }

    /// The places that the parts of a header name together.
    fn places(&self, ranges: &[(usize, usize)]) -> Option<Places> {
        let mut all = Places::default();
        for (from, to) in ranges {
            let read = place::read(&mut self.words(*from, *to))?;
            all.side = read.side.or(all.side);
            all.places = match (all.places.is_empty(), read.places.is_empty()) {
                (true, _) => read.places,
                (_, true) => all.places,
                _ => joined(&all.places, &read.places),
            };
        }
        Some(all)
    }

    fn verb(&self, ranges: &[(usize, usize)], verb: usize, end: usize, has_content: bool) -> Verb {
        let after = self.slice(verb, end);
        if after.starts_with("se inlocui")
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
        if after.starts_with("devin") {
            return self.renumber(places, verb, end);
        }
        if after.starts_with("se introduc") || after.starts_with("se adaug") || after.starts_with("se completeaza") {
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
        let rest = after.trim_matches([' ', '.', ';', ',']);
        if !places.places.is_empty() && rest.is_empty() {
            return Verb::Repeal(places.places);
        }
        Verb::Unknown(if places.places.is_empty() { "the place is not named" } else { "the repeal has a condition" })
    }

    fn renumber(&self, places: Places, verb: usize, end: usize) -> Verb {
        let mut words = self.words(verb, end);
        words.next_word();
        let stop = self.slice(words.at(), end).trim_end_matches(['.', ';', ' ']).len();
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
        let Some(added) = read_added(&mut words) else { return Verb::Unknown("what is added is not understood") };
        if !has_content {
            return Verb::Unknown("the new text is not given");
        }
        let mut places = places;
        let side = places.side.unwrap_or(Side::Within);
        match places.places.len() {
            0 if side == Side::Within => Verb::Insert { place: Place::default(), side, added },
            1 => Verb::Insert { place: places.places.remove(0), side, added },
            _ => Verb::Unknown("the place is not named"),
        }
    }

    fn replacement(&self, ranges: &[(usize, usize)], verb: usize, end: usize) -> Verb {
        const NOUNS: &[&str] = &[
            "sintagm",
            "cuvint",
            "cuvant",
            "expresi",
            "denumirea \"",
            "denumirile \"",
            "termenul \"",
            "termenii \"",
            "abrevier",
            "textul \"",
            "acronim",
            "valoarea \"",
        ];
        let Some((from, to)) = ranges.last().copied() else { return Verb::Unknown("the place is not named") };
        let phrase = self.slice(from, to);
        let Some(noun) = NOUNS.iter().filter_map(|noun| unquoted(phrase, noun)).min() else {
            return Verb::Unknown("the words to replace are not named");
        };
        let mut place_ranges = ranges.to_vec();
        if let Some(last) = place_ranges.last_mut() {
            *last = (from, from + noun);
        }
        if phrase.contains("exceptia") {
            return Verb::Unknown("the replacement has an exception");
        }
        let (mut old, mut new) = (self.quotes(from + noun, verb), self.quotes(verb, end));
        if old.is_empty() && new.is_empty() {
            (old, new) = (self.unquoted_words(from + noun, verb), self.unquoted_words(verb, end));
        }
        let elimination = self.slice(verb, end).starts_with("se elimina");
        let is_chain =
            old.len() == 1 && new.len() > 1 && new.len() == self.slice(verb, end).matches("se inlocui").count() * 2 - 1;
        if is_chain {
            // "sintagma A se înlocuiește cu sintagma B, iar sintagma C se înlocuiește cu sintagma D".
            old.extend(new.iter().skip(1).step_by(2).cloned());
            new = new.into_iter().step_by(2).collect();
        }
        let pairs: Vec<_> = match elimination {
            true => old.iter().map(|old| (old.clone(), String::new())).collect(),
            false => old.iter().cloned().zip(new.iter().cloned()).collect(),
        };
        if pairs.is_empty() || (!elimination && old.len() != new.len()) {
            return Verb::Unknown("the words are not paired");
        }
        match self.places_of_words(&place_ranges) {
            Some(places) => Verb::ReplaceWords { places, pairs },
            None => Verb::Unknown("the place is not understood"),
        }
    }

    /// The places in which words are replaced; none for the whole act.
    fn places_of_words(&self, ranges: &[(usize, usize)]) -> Option<Vec<Place>> {
        const WHOLE: &[&str] = &[
            "legii",
            "legea",
            "ordonantei de urgenta",
            "ordonantei",
            "hotararii",
            "codului",
            "actului normativ",
            "actului",
            "prezentei",
            "anexei",
            "anexelor",
            "regulamentului",
            "normelor metodologice",
            "statutului",
        ];
        let mut kept = Vec::new();
        for (from, to) in ranges {
            let phrase = self.slice(*from, *to).trim_matches([' ', ',']);
            let rest = WHOLE.iter().fold(phrase, |text, word| text.strip_suffix(word).map_or(text, str::trim_end));
            let is_whole = rest.len() < phrase.len() && (rest.ends_with("cuprinsul") || rest.is_empty());
            if !is_whole {
                kept.push((*from, *to));
            }
        }
        self.places(&kept).map(|places| places.places)
    }

    fn quotes(&self, from: usize, to: usize) -> Vec<String> {
        let text = self.slice(from, to);
        let marks: Vec<_> = text.match_indices('"').map(|(at, _)| from + at).collect();
        marks.chunks_exact(2).map(|pair| self.copy.original(pair[0] + 1..pair[1]).trim().to_owned()).collect()
    }

    /// The words after "sintagma" that stand without quotation marks.
    fn unquoted_words(&self, from: usize, to: usize) -> Vec<String> {
        let text = self.slice(from, to);
        let Some(start) = text.find("sintagma ").map(|at| from + at + "sintagma ".len()) else { return Vec::new() };
        let end = start + self.slice(start, to).trim_end_matches([' ', '.', ';']).len();
        if end - start > 100 || self.slice(start, end).contains([',', '"']) {
            return Vec::new();
        }
        vec![self.copy.original(start..end).trim().to_owned()]
    }

    fn prorogue(&self, ranges: &[(usize, usize)], verb: usize, end: usize) -> Verb {
        let after = self.slice(verb, end);
        let Some(until) = after
            .find("pana la")
            .map(|at| self.copy.original(verb + at..end).trim_end_matches(['.', ';', ' ']).to_owned())
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

/// Joins the place before a citation and the one after it.
fn joined(first: &[Place], second: &[Place]) -> Vec<Place> {
    let Some(outer) = first.first().filter(|_| first.len() == 1) else { return second.to_vec() };
    second.iter().map(|inner| Place::of(outer.steps.iter().chain(&inner.steps).cloned().collect())).collect()
}

/// Reads what is added: "două noi alineate, alin. (4) și (5)".
fn read_added(words: &mut Words<'_>) -> Option<Added> {
    const COUNTS: &[&str] = &[
        "",
        "un",
        "doua",
        "trei",
        "patru",
        "cinci",
        "sase",
        "sapte",
        "opt",
        "noua",
        "zece",
        "unsprezece",
        "douasprezece",
        "treisprezece",
        "paisprezece",
        "cincisprezece",
    ];
    let mut count = None;
    let mut word = words.next_word()?;
    if let Some(number) = COUNTS.iter().position(|count| *count == word) {
        count = Some(number);
        word = words.next_word()?;
    } else if word == "o" {
        count = Some(1);
        word = words.next_word()?;
    }
    while matches!(word, "nou" | "noua" | "noi" | "de" | "alte") {
        word = words.next_word()?;
    }
    let (kind, _) = unit_word(word, words)?;
    words.punctuation(',');
    let repeated = words.attempt(|words| {
        let word = words.next_word()?;
        unit_word(word, words).map(|(kind, _)| kind)
    });
    let steps = match repeated {
        Some(kind) => read_labels(words, kind),
        None => read_labels(words, kind),
    };
    let kind = steps.first().map_or(kind, |step| step.kind);
    Some(Added { kind, count, steps })
}

/// Where the operations begin after a lead.
fn follows(after: &str) -> Option<usize> {
    const LEADS: &[&str] =
        &["dupa cum urmeaza:", "cum urmeaza:", "astfel:", "urmatoarele modificari:", "urmatoarele completari:"];
    LEADS.iter().filter_map(|lead| after.find(lead).map(|at| at + lead.len())).min()
}

/// The first place of a verb outside quotation marks.
fn unquoted(text: &str, verb: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find(verb) {
        let start = from + at;
        let quotes = text[..start].bytes().filter(|byte| *byte == b'"').count();
        let bounded = find_word(&text[start.saturating_sub(1)..], 0, verb).is_some()
            || verb.ends_with('"')
            || start == 0
            || text.as_bytes()[start - 1] == b' ';
        if quotes % 2 == 0 && bounded {
            return Some(start);
        }
        from = start + 1;
    }
    None
}

/// The length of the sentence at the beginning of the text: to a full stop, a semicolon, a colon or the text's end.
pub fn sentence_end(text: &str) -> usize {
    const SHORT: &[&str] = &[
        "art", "alin", "lit", "pct", "nr", "cap", "sect", "tit", "o.u.g", "o.g", "h.g", "poz", "crt", "p", "l", "m",
        "of",
    ];
    let bytes = text.as_bytes();
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b':' | b'\n' if !quoted => return at + 1,
            b';' if !quoted => return at + 1,
            b'.' if !quoted => {
                let word = text[..at].rsplit([' ', '(', '"']).next().unwrap_or_default();
                let after = bytes.get(at + 1).copied().unwrap_or(b' ');
                let in_number = after.is_ascii_digit() && at > 0 && bytes[at - 1].is_ascii_digit();
                if !SHORT.contains(&word) && !in_number && after == b' ' || at + 1 == text.len() {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}
