//! References as readers type them into a search field: `oug 156/2024`, `l/31/1990`, `art 291 cod fiscal`,
//! `MO 1139/2024`.
//!
//! Laws cite in fixed forms, which `scan` reads. Readers leave out words, signs and diacritics, write a name instead of
//! a number, and mix both languages.

mod names;
mod pattern;
mod read;

use super::normalise::SearchCopy;
use names::named_shortly;
pub use names::names_of;
pub use pattern::{ActPattern, IssuePattern, LearnedNames, Lookup, Reference, Target};
use read::{FoundItem, QueryItem, read_item};

/// Reads the references of a query; `learned` adds names to those that are built in.
pub fn read(query: &str, learned: &LearnedNames) -> Lookup {
    let copy = SearchCopy::new(query);
    let text = copy.text();
    let mut found: Vec<FoundItem> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let bytes = text.as_bytes();
        // The end of a date, such as 05/2027 in 25/05/2027, is no number of an act.
        let is_of_date = matches!(bytes[..at], [.., b'0'..=b'9', b'/']);
        let begins =
            bytes[at].is_ascii_alphanumeric() && !is_of_date && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric());
        let item = if begins { read_item(text, at, learned) } else { None };
        at = match item {
            Some(item) => {
                let end = item.end;
                found.push(item);
                end
            }
            None => at + 1,
        };
    }
    add_short_names(text, &mut found);
    Lookup { rest: rest(&copy, &found), references: join(&copy, &found) }
}

/// Adds the act to a provision that only the name of a law stands beside: `art. 97^1 societati`.
fn add_short_names(text: &str, found: &mut Vec<FoundItem>) {
    let mut at = 0;
    while at < found.len() {
        let is_alone = matches!(found[at].item, QueryItem::Provision(_)) && holders(text, found)[at].is_none();
        if is_alone {
            let (start, end) = (found[at].start, found[at].end);
            let next = found.get(at + 1).map_or(text.len(), |item| item.start);
            let before = at.checked_sub(1).map_or(0, |previous| found[previous].end);
            if let Some(name) = name_at_start(text, end, next) {
                found.insert(at + 1, name);
            } else if let Some(name) = name_at_end(text, before, start) {
                found.insert(at, name);
            }
        }
        at += 1;
    }
}

/// The name at the beginning of this part of the text, past joining words.
fn name_at_start(text: &str, start: usize, end: usize) -> Option<FoundItem> {
    let words: Vec<_> = word_ranges(text, start, end).skip_while(|word| is_joined(&text[word.clone()])).collect();
    let spelled: Vec<String> = words.iter().map(|word| text[word.clone()].to_ascii_lowercase()).collect();
    let spelled: Vec<&str> = spelled.iter().map(String::as_str).collect();
    let (act, length) = named_shortly(&spelled)?;
    Some(FoundItem { start: words.first()?.start, end: words[length - 1].end, item: QueryItem::Act(act) })
}

/// The name at the end of this part of the text.
fn name_at_end(text: &str, start: usize, end: usize) -> Option<FoundItem> {
    let starts = word_ranges(text, start, end).map(|word| word.start);
    starts.filter_map(|start| name_at_start(text, start, end)).find(|name| is_joined(&text[name.end..end]))
}

fn word_ranges(text: &str, start: usize, end: usize) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    let parts = text[start..end].split(|c: char| !c.is_ascii_alphanumeric());
    let ranges = parts.scan(start, |at, part| {
        let begins = *at;
        // The sign after the word may be longer than a byte.
        let after = begins + part.len();
        *at = after + text[after..].chars().next().map_or(0, char::len_utf8);
        Some(begins..after)
    });
    ranges.filter(|word| !word.is_empty())
}

/// The text outside the references.
fn rest(copy: &SearchCopy<'_>, found: &[FoundItem]) -> String {
    let starts = found.iter().map(|item| item.start).chain([copy.text().len()]);
    let ends = [0].into_iter().chain(found.iter().map(|item| item.end));
    let joins = |gap: usize, between: &str| (1..found.len()).contains(&gap) && is_joined(between);
    let gaps = ends.zip(starts).enumerate().filter(|(gap, (end, start))| !joins(*gap, &copy.text()[*end..*start]));
    let gaps: Vec<_> = gaps.map(|(_, (end, start))| copy.original(end..start)).collect();
    gaps.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The place of the act beside each provision.
fn holders(text: &str, found: &[FoundItem]) -> Vec<Option<usize>> {
    let mut holders = vec![None; found.len()];
    for at in 0..found.len() {
        if matches!(found[at].item, QueryItem::Provision(_)) {
            let is_near = |one: usize, other: usize| {
                is_joined(&text[found[one].end..found[other].start])
                    && (one + 1..other).all(|between| matches!(found[between].item, QueryItem::Provision(_)))
            };
            let act_at = |place: &usize| matches!(found[*place].item, QueryItem::Act(_));
            let after = (at + 1..found.len()).find(act_at).filter(|act| is_near(*act - 1, *act));
            let before = (0..at).rev().find(act_at).filter(|act| is_near(*act, *act + 1));
            holders[at] = after.or(before);
        }
    }
    holders
}

/// Gives each provision the act beside it.
fn join(copy: &SearchCopy<'_>, found: &[FoundItem]) -> Vec<Reference> {
    let holders = holders(copy.text(), found);
    let mut references = Vec::new();
    for (at, item) in found.iter().enumerate() {
        let held = holders[at].and_then(|holder: usize| found.get(holder));
        let target = match &item.item {
            QueryItem::Act(_) if holders.contains(&Some(at)) => continue,
            QueryItem::Act(act) => Target::Act(act.clone()),
            QueryItem::Issue(issue) => Target::Issue(issue.clone()),
            QueryItem::Provision(provision) => Target::Provision(
                provision.clone(),
                held.and_then(|holder| if let QueryItem::Act(act) = &holder.item { Some(act.clone()) } else { None }),
            ),
        };
        let start = held.map_or(item.start, |holder| holder.start.min(item.start));
        let end = held.map_or(item.end, |holder| holder.end.max(item.end));
        references.push(Reference { text: copy.original(start..end).trim().to_owned(), target });
    }
    references
}

/// Whether words between a provision and an act only join them.
fn is_joined(between: &str) -> bool {
    const JOINING: [&str; 14] =
        ["din", "al", "a", "ale", "la", "in", "de", "of", "the", "from", "si", "and", "sau", "romanian"];
    between
        .split(|c: char| !c.is_ascii_alphanumeric())
        .all(|word| word.is_empty() || JOINING.iter().any(|joining| word.eq_ignore_ascii_case(joining)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::act_kind::ActKind;

    fn show(query: &str) -> String {
        let lookup = read(query, &LearnedNames::new());
        let mut shown: Vec<String> = lookup
            .references
            .iter()
            .map(|reference| match &reference.target {
                Target::Act(act) => act.to_string(),
                Target::Provision(provision, Some(act)) => format!("{provision} of {act}"),
                Target::Provision(provision, None) => provision.to_string(),
                Target::Issue(issue) => format!("MO {issue}"),
            })
            .collect();
        if !lookup.rest.is_empty() {
            shown.push(format!("+ {}", lookup.rest));
        }
        shown.join("; ")
    }

    #[test]
    fn acts_are_read_as_readers_type_them() {
        for (query, expected) in [
            ("oug 156/2024", "OUG 156/2024"),
            ("OUG nr. 156 / 2024", "OUG 156/2024"),
            ("o.u.g. 156/2024", "OUG 156/2024"),
            ("ordonanta de urgenta 34 2006", "OUG 34/2006"),
            ("Ordonanța de urgență a Guvernului nr. 34 din 2006", "OUG 34/2006"),
            ("geo 156/2024", "OUG 156/2024"),
            ("decree 195/2020", "DECRET 195/2020"),
            ("l/31/1990", "LEGE 31/1990"),
            ("l 31/1990", "LEGE 31/1990"),
            ("oug/34/2006", "OUG 34/2006"),
            ("lege 239/2025", "LEGE 239/2025"),
            ("legea 239 din 2025", "LEGE 239/2025"),
            ("Legea nr. 239 din 15 decembrie 2025", "LEGE 239/2025"),
            ("law no. 239/2025", "LEGE 239/2025"),
            ("legea 239", "LEGE 239"),
            ("HG 1336", "HG 1336"),
            ("hg 1.506/2024", "HG 1506/2024"),
            ("Hotărârea Guvernului nr. 1.506/2024", "HG 1506/2024"),
            ("government decision 1506/2024", "HG 1506/2024"),
            ("hotararea 146/2026", "HG 146/2026"),
            ("ordonanta 6/2026", "OG 6/2026"),
            ("ordin anaf 1783/2021", "ORDIN 1783/2021"),
            ("OPANAF 2736/2025", "ORDIN 2736/2025"),
            ("Ordinul ministrului finanțelor nr. 5/2020", "ORDIN 5/2020"),
            ("Regulamentul (UE) 2024/1028", "REGULAMENT UE 1028/2024"),
            ("regulamentul ue 2024/1028", "REGULAMENT UE 1028/2024"),
            ("regulation (EU) 2024/1028", "REGULAMENT UE 1028/2024"),
            ("regulamentul 1028/2024", "REGULAMENT UE 1028/2024"),
            ("directiva 2023/970", "DIRECTIVĂ UE 970/2023"),
            ("95/2006", "95/2006"),
            ("2024/1028", "1028/2024"),
            ("legea societăților nr. 31/1990", "LEGE 31/1990"),
            ("legea contabilitatii 82/1991", "LEGE 82/1991"),
            ("L154/2020", "LEGE 154/2020"),
            ("l31/1990 capital", "LEGE 31/1990; + capital"),
            ("OUG156/2024", "OUG 156/2024"),
            ("hg1.506/2024", "HG 1506/2024"),
        ] {
            assert_eq!(show(query), expected, "{query}");
        }
    }

    #[test]
    fn provisions_find_their_act_on_either_side() {
        for (query, expected) in [
            ("art 291 cod fiscal", "art. 291 of LEGE 227/2015"),
            ("art. 291 din Codul fiscal", "art. 291 of LEGE 227/2015"),
            ("codul muncii art. 166 alin. (2)", "art. 166 alin. (2) of LEGE 53/2003"),
            ("codul muncii art 166 alin 2", "art. 166 alin. (2) of LEGE 53/2003"),
            ("alin. (2) al art. 166 din Codul muncii", "art. 166 alin. (2) of LEGE 53/2003"),
            ("legea societatilor art 114", "art. 114 of LEGE 31/1990"),
            ("article 291 of the Fiscal Code", "art. 291 of LEGE 227/2015"),
            ("art. 5 și art. 7 din Legea nr. 31/1990", "art. 5 of LEGE 31/1990; art. 7 of LEGE 31/1990"),
            ("art 118^1 l 53/2003", "art. 118^1 of LEGE 53/2003"),
            ("art. 96¹ cod fiscal", "art. 96^1 of LEGE 227/2015"),
            ("art 460", "art. 460"),
            ("art. 97^1 societati", "art. 97^1 of LEGE 31/1990"),
            ("art. 97¹ din societăți", "art. 97^1 of LEGE 31/1990"),
            ("societăți art. 114 capital", "art. 114 of LEGE 31/1990; + capital"),
            ("capital societati art 114", "art. 114 of LEGE 31/1990; + capital"),
            ("art 291 fiscal", "art. 291 of LEGE 227/2015"),
            ("art. 5 și art. 7 contabilitate", "art. 5 of LEGE 82/1991; art. 7 of LEGE 82/1991"),
            ("art. 5 chirie", "art. 5; + chirie"),
        ] {
            assert_eq!(show(query), expected, "{query}");
        }
    }

    #[test]
    fn issues_of_the_gazette_are_read() {
        for (query, expected) in [
            ("MO 1139/2024", "MO 1139/2024"),
            ("M.Of. 1139/2024", "MO 1139/2024"),
            ("monitorul oficial 1139 din 2024", "MO 1139/2024"),
            ("Monitorul Oficial, Partea I, nr. 1139 din 14 noiembrie 2024", "MO 1139/2024"),
            ("monitorul oficial nr 1.139 bis / 2024", "MO 1139 bis/2024"),
            ("mo 1139", "MO 1139"),
            ("official gazette no. 1139/2024", "MO 1139/2024"),
        ] {
            assert_eq!(show(query), expected, "{query}");
        }
    }

    #[test]
    fn other_words_stay_words() {
        for (query, expected) in [
            ("chirie", "+ chirie"),
            ("salariu minim 2026", "+ salariu minim 2026"),
            ("lege 2026", "+ lege 2026"),
            ("titlul de proprietate", "+ titlul de proprietate"),
            ("oug 156/2024 dividende", "OUG 156/2024; + dividende"),
            ("dividende în OUG 156/2024", "OUG 156/2024; + dividende în"),
            ("25/05/2027", "+ 25/05/2027"),
            ("24/7", "+ 24/7"),
            ("procedura fiscala", "+ procedura fiscala"),
            ("societati", "+ societati"),
            ("D112", "+ D112"),
            ("L154", "+ L154"),
            ("x154/2020", "+ x154/2020"),
            ("ordin de plata", "+ ordin de plata"),
            ("", ""),
            ("///", "+ ///"),
        ] {
            assert_eq!(show(query), expected, "{query}");
        }
    }

    #[test]
    fn names_from_texts_are_understood_like_known_ones() {
        let act = ActPattern::exact(ActKind::Law, "116", 2024);
        let learned = LearnedNames::from([("legea terenurilor".to_owned(), act.clone())]);
        let lookup = read("Legea terenurilor art. 4", &learned);
        let article = "art. 4".parse().expect("a provision");
        let target = Target::Provision(article, Some(act));
        assert_eq!(lookup.references, [Reference { text: "Legea terenurilor art. 4".into(), target }]);
    }
}
