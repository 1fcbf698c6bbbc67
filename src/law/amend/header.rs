//! Reading the header of an operation: "La articolul 7, litera f^1) se abrogă."

use crate::amend::act::{self, ActName};
use crate::amend::place::{self, Places};
use crate::amend::source::{HeaderText, sentence_end, unquoted};
use crate::amend::verb::Verb;
use crate::form::clause::{ClauseKind, Place};
use crate::form::mark;

/// Length of the longest header, which names a law with a long title.
const LONGEST: usize = 2600;

/// The header of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub act: Option<ActName>,
    pub in_annex: bool,
    /// The acts that the approved ordinance amends.
    pub through: Vec<ActName>,
    pub verb: Verb,
    /// Where the header ends in the search copy.
    pub end: usize,
}

/// Verbs of operations in lower-case ASCII, also in spellings with printing errors.
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
    "se reformuleaza",
    "se reda",
    "se redacteaza",
    "se rectifica",
    "se radiaza",
    "se muta",
    "se scot",
    "se scoate",
    "se inscrie",
    "se renunta",
    "se corecteaza",
    "se va inlocui",
    "se vor inlocui",
    "isi inceteaza",
];

/// Beginnings of headers.
pub const BEGINNINGS: &[&str] = &[
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
    "cap.",
    "sect.",
    "tit.",
    "se elimina",
    "se inlocui",
    "se adauga",
    "se modifica",
    "se proroga",
    "se suspenda",
    "se renumerot",
    "pe data",
    "ori de cate ori",
    "oriunde",
    "cifr",
    "sum",
    "cuprinsul",
    "ordinul",
];

impl Header {
    /// A header that names no act.
    pub fn of_verb(verb: Verb, end: usize) -> Self {
        Self { act: None, in_annex: false, through: Vec::new(), verb, end }
    }
}

impl HeaderText<'_> {
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
        if let Some(at) = lead_end(after) {
            let lead = self.lead(start, verb, verb + at);
            return Some(self.new_text_after(&lead).unwrap_or(lead));
        }
        let (text_end, has_content) = match after.find("cuprins").map(|at| (at, after[at..].find(':'))) {
            Some((at, Some(colon))) => (verb + at + colon + 1, true),
            // The colon may be a full stop by mistake.
            _ if after.trim_end().ends_with("urmatorul cuprins.") => (end, true),
            _ => match after.find("urmatoarea redactare:").or_else(|| after.find("urmatoarele cuvinte:")) {
                Some(at) => (verb + at + after[at..].find(':').unwrap_or(0) + 1, true),
                None => (end, after.ends_with(':')),
            },
        };
        if after.starts_with("se abroga ")
            && let Some(repeal) =
                self.repeal_of(verb + "se abroga".len(), end).or_else(|| self.repeal_of_act(verb, end))
        {
            return Some(repeal);
        }
        let start = self.after_date(start, verb);
        let group = start;
        let start = if after.starts_with("se abroga") { self.articles_of_group(start, verb) } else { start };
        let group = self.group_before(group, start);
        if start == verb && act::find(after, 0).is_none() {
            // "Se abrogă articolul 4.": the place follows the verb.
            let to = verb + after.trim_end_matches(['.', ';', ' ', '\n']).len();
            let removal = ["se abroga ", "se elimina "].into_iter().find(|words| after.starts_with(words));
            let places = removal.and_then(|words| self.places(&[(verb + words.len(), to)]));
            let places = places.filter(|places| places.side.is_none() && !places.places.is_empty());
            if let Some(places) = places {
                return Some(Header::of_verb(Verb::Repeal(places.places), end));
            }
        }
        let (ranges, act, in_annex) = self.without_citation(start, verb);
        let has_more_places = ranges.len() == 1 && names_more(self.slice(ranges[0].1, verb));
        let verb = if has_more_places {
            Verb::Unknown("a part of the place is not understood")
        } else {
            match (self.verb(&ranges, verb, text_end, has_content), group) {
                (Verb::Repeal(places), Some(group)) => Verb::Repeal([vec![group], places].concat()),
                (verb, _) => verb,
            }
        };
        Some(Header { act, in_annex, through: Vec::new(), verb, end: text_end })
    }

    /// Where the place begins, after the day of the operation: "La data intrării în vigoare a prezentei legi, ...".
    fn after_date(&self, start: usize, verb: usize) -> usize {
        const FORCE: &str = "la data intrarii in vigoare a prezentei";
        const DAYS: &[&str] = &["la data de ", "incepand cu data de "];
        let text = self.slice(start, verb);
        let rest = match DAYS.iter().find_map(|words| text.strip_prefix(words)) {
            Some(day) => after_day(day),
            None => [" legi,", " ordonante de urgenta,", " ordonante,"]
                .iter()
                .find_map(|act| text.strip_prefix(FORCE).and_then(|text| text.strip_prefix(act))),
        };
        rest.map_or(start, |rest| verb - rest.trim_start_matches([',', ' ']).len())
    }

    /// Where the articles of a repealed group are named: "Capitolul III, cuprinzând articolele 23-31, se abrogă".
    fn articles_of_group(&self, start: usize, verb: usize) -> usize {
        let text = self.slice(start, verb);
        let is_group = text.contains("capitol") || text.contains("sectiun") || text.starts_with("titlul");
        let listed = ["cuprinzand art", "alcatuit din art", "alcatuita din art"];
        let found = listed.iter().filter_map(|words| text.find(words).map(|at| at + words.len() - "art".len())).min();
        let only_one = text.matches("cuprinzand").count() <= 1;
        found.filter(|_| is_group && only_one).map_or(start, |at| start + at)
    }

    /// The group whose articles are named from `articles` on.
    fn group_before(&self, start: usize, articles: usize) -> Option<Place> {
        let end = ["cuprinzand", "alcatuit"].iter().filter_map(|word| self.slice(start, articles).find(word)).min()?;
        let mut named = self.places(&[(start, start + end)])?.places;
        named.pop().filter(|place| named.is_empty() && place.kind().is_some_and(ClauseKind::is_group))
    }

    /// A repeal whose place follows the verb: "se abrogă art. 173 și 174 din Legea nr. 95/2006".
    fn repeal_of(&self, start: usize, end: usize) -> Option<Header> {
        let (range, _) = act::find(self.slice(start, end), 0)?;
        let tail = start + range.end;
        let mut at = 0;
        while let Some((other, _)) = act::find(self.slice(tail, end), at) {
            // Another act may only be the one that approved the first.
            self.slice(tail, tail + other.start).trim_end().ends_with("prin").then_some(())?;
            at = other.end;
        }
        let (ranges, act, in_annex) = self.without_citation(start, end);
        let places = self.places(&ranges[..1]).filter(|places| ranges.len() == 1 && places.side.is_none())?;
        (!places.places.is_empty()).then_some(Header {
            act,
            in_annex,
            through: Vec::new(),
            verb: Verb::Repeal(places.places),
            end,
        })
    }

    /// The repeal of a whole act: "se abrogă Legea nr. 257/2001 privind ...".
    fn repeal_of_act(&self, verb: usize, end: usize) -> Option<Header> {
        let after = self.slice(verb + "se abroga ".len(), end);
        let (range, act) = act::find(after, 0).filter(|(range, _)| range.start == 0)?;
        let is_whole = act::find(after, range.end).is_none();
        let header = Header::of_verb(Verb::Unknown("the repeal of a whole act"), end);
        is_whole.then_some(Header { act: Some(act), ..header })
    }

    /// An approval with changes: "Se aprobă Ordonanța ..., cu următoarele modificări:".
    fn approval(&self, start: usize, end: usize) -> Option<Header> {
        let text = self.slice(start, end);
        let with_changes = text.ends_with(':') && (text.contains("cu urmato") || text.contains("dupa cum urmeaza"));
        let (range, name) = act::find(text, 0).filter(|_| with_changes)?;
        let through = amended_acts(text[range.end..].split("publicat").next().unwrap_or_default());
        Some(Header { act: Some(name), in_annex: false, through, verb: Verb::Follow(Place::default()), end })
    }

    /// A header after which operations follow: "Legea nr. 31/1990 ... se modifică după cum urmează:".
    fn lead(&self, start: usize, verb: usize, end: usize) -> Header {
        let (ranges, act, in_annex) = self.without_citation(start, verb);
        let places = self.places(&ranges);
        let verb = match places {
            // Operations within a place that is not understood would reach another one.
            None if act.is_none() => Verb::Unknown("the place is not understood"),
            Some(Places { places, .. }) if act.is_none() && places.len() > 1 => {
                Verb::Unknown("the new text is for several places")
            }
            Some(Places { places, .. }) if places.len() == 1 => {
                Verb::Follow(places.into_iter().next().unwrap_or_default())
            }
            _ => Verb::Follow(Place::default()),
        };
        Header { act, in_annex, through: Vec::new(), verb, end }
    }

    /// The header whose new text follows its lead: "alineatul (2) se modifică astfel: „(2) Nou.”".
    fn new_text_after(&self, lead: &Header) -> Option<Header> {
        let Verb::Follow(place) = &lead.verb else { return None };
        let last = place.last()?;
        let text = self.lower[lead.end..].trim_start();
        let marked =
            mark::read(text).is_some_and(|mark| (mark.kind, mark.label.as_ref()) == (last.kind, last.label.as_ref()));
        let verb = Verb::Modify(vec![place.clone()]);
        (text.starts_with('"') || marked).then(|| Header { verb, ..lead.clone() })
    }

    /// The end of a lead such as "La data intrării în vigoare a prezentei legi se abrogă:".
    pub fn lead_of_repeals(&self, start: usize) -> Option<usize> {
        let rest = self.slice(start, (start + LONGEST).min(self.lower.len()));
        let end = sentence_end(rest);
        let lead = rest[..end].trim_end().strip_suffix(':')?;
        (lead.ends_with("se abroga") && act::find(lead, 0).is_none()).then_some(start + end)
    }

    /// An item of a list of repealed acts and provisions: "b) articolul 4 din Legea nr. 50/2000;".
    pub fn repealed_item(&self, start: usize) -> Header {
        let rest = &self.lower[start..];
        let end = start + sentence_end(rest);
        let to = start + self.slice(start, end).trim_end_matches(['.', ';', ',', ' ', '\n']).len();
        let (ranges, act, in_annex) = self.without_citation(start, to);
        let places = self.places(&ranges[..1]).filter(|places| places.side.is_none() && !places.places.is_empty());
        let verb = places.map_or(Verb::Unknown("the repeal of a whole act"), |places| Verb::Repeal(places.places));
        Header { act, in_annex, ..Header::of_verb(verb, end) }
    }

    /// The ranges before and after the citation of the amended act, the act, and whether its annex is amended.
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
}

/// Whether more places follow the amended act: "precum și pct. 8 din anexa nr. 5 la același act".
fn names_more(tail: &str) -> bool {
    const UNITS: &[&str] = &["pct.", "punct", "art", "alin", "lit", "anex"];
    let mut tails = tail.match_indices("precum si ").map(|(at, words)| &tail[at + words.len()..]);
    tails.any(|rest| UNITS.iter().any(|unit| rest.starts_with(unit)))
}

/// The text after a day such as "1 ianuarie 2018".
fn after_day(text: &str) -> Option<&str> {
    let mut words = text.splitn(4, ' ');
    let (day, month, year) = (words.next()?, words.next()?, words.next()?);
    let is_day = day.parse::<u8>().is_ok() && month.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_year = year.trim_end_matches(',').parse::<u16>().is_ok_and(|year| year > 1900);
    words.next().filter(|_| is_day && is_year)
}

/// The acts that an ordinance amends, by its title: "pentru modificarea și completarea Legii nr. ...".
fn amended_acts(title: &str) -> Vec<ActName> {
    const WORDS: &[&str] = &["pentru modificarea", "pentru completarea", "si modificarea", "si completarea"];
    let Some(start) = WORDS.iter().filter_map(|word| title.find(word)).min() else { return Vec::new() };
    let mut acts = Vec::new();
    let mut at = start;
    while let Some((range, name)) = act::find(title, at) {
        at = range.end;
        if !acts.contains(&name) {
            acts.push(name);
        }
    }
    acts
}

/// Where a lead ends and its operations begin.
fn lead_end(after: &str) -> Option<usize> {
    const LEADS: &[&str] = &[
        "dupa cum urmeaza:",
        "dupa cum urmeaza :",
        "cum urmeaza:",
        "astfel:",
        "in felul urmator:",
        "in modul urmator:",
        "urmatoarele modificari:",
        "urmatoarele completari:",
    ];
    let named = LEADS.iter().filter_map(|lead| after.find(lead).map(|at| at + lead.len())).min();
    named.or_else(|| {
        // "se modifică și se completează:", and a full stop in place of the colon.
        let lead = after.trim_end();
        let bare = lead.strip_suffix(':').is_some_and(|words| {
            words.split(' ').all(|word| matches!(word, "" | "se" | "modifica" | "completeaza" | "si"))
        });
        let is_lead = bare || lead.ends_with("dupa cum urmeaza.") || lead.ends_with("cum urmeaza.");
        is_lead.then_some(lead.len())
    })
}
