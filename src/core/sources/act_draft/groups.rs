//! Readers that an act addresses and that have no role of their own: "elevi", "pacienți", "autorități".

use std::cmp::Reverse;

use super::classify::{addresses, leads};
use super::role_words::BINDING;
use super::words::{WeighedWords, has, has_any};
use crate::domain::{AudienceRole, Language};

/// Groups that are named beside or in place of roles.
const MOST: usize = 2;
/// Roles beside which no group is needed.
const ENOUGH_ROLES: usize = 2;

/// The name of each group and its words, folded; `|` stands for the end of a word.
const GROUPS: [(&str, &[&str]); 21] = [
    ("elevi", &["elevii|", "elevilor|"]),
    ("studenți", &["studentii|", "studentilor|", "studentul", "studentului"]),
    ("cadre didactice", &["personalul didactic", "cadrele didactice", "cadrelor didactice", "cariera didactica"]),
    ("medici", &["medicii|", "medicilor|", "medicul|"]),
    ("asigurați", &["asiguratii|", "asiguratilor|"]),
    (
        "spitale",
        &["spitalele|", "spitalelor|", "spitalul|", "spitalului|", "unitatile sanitare", "unitatilor sanitare"],
    ),
    (
        "posturi de radio și televiziune",
        &["radiodifuzorii|", "posturile de radio", "posturilor de radio", "servicii de televiziune"],
    ),
    ("deputați și senatori", &["deputatii|", "deputatul|", "senatorii|", "senatorul|"]),
    ("pacienți", &["pacientul|", "pacientii|", "pacientilor|", "pacientului|"]),
    ("persoane cu handicap", &["persoanele cu handicap", "persoanelor cu handicap", "persoanele cu dizabilitati"]),
    ("părinți", &["parintii|", "parintilor|", "parintele|", "cresterea copilului"]),
    ("polițiști", &["politistul|", "politistii|", "politistilor|"]),
    ("militari", &["cadrele militare", "militarii|", "militarilor|"]),
    ("magistrați", &["judecatorii si procurorii", "magistratii|", "magistratilor|"]),
    ("funcționari publici", &["functionarii publici", "functionarilor publici", "functionarul public"]),
    ("străini", &["strainii|", "strainul|", "strainilor|", "cetatenilor straini"]),
    ("victime", &["victimele|", "victimelor|", "victima|"]),
    ("persoane condamnate", &["persoanele condamnate", "persoanelor condamnate", "persoana condamnata"]),
    (
        "părțile dintr-un proces",
        &["inculpatul", "inculpatului", "paratul", "paratului", "reclamantul", "partii civile"],
    ),
    ("sportivi", &["sportivii|", "sportivul|", "sportivilor|"]),
    ("moștenitori", &["mostenitorii|", "mostenitorilor|"]),
];
/// Words of the bodies that an act addresses when it addresses no reader: those of towns and villages, and others.
const LOCAL: [&str; 5] = [
    "unitatile administrativ-teritoriale",
    "administratiei publice locale",
    "autoritatile publice locale",
    "consiliului local",
    "consiliile locale",
];
const AUTHORITIES: [&str; 8] = [
    "autoritatile|", "autoritatea|", "institutiile publice", "ministerul|", "agentia|", "instanta|", "procurorul|",
    "comisia|",
];

/// The readers of the act, in Romanian: its roles, and the groups that its rules address where roles are few. `None`
/// without any.
pub(super) fn readers(roles: &[AudienceRole], words: &WeighedWords) -> Option<String> {
    let mut named: Vec<String> = Vec::new();
    if !roles.is_empty() {
        named.push(AudienceRole::list_of(roles, Language::Ro));
    }
    if roles.len() < ENOUGH_ROLES {
        let sentences: Vec<_> = words.sentences().collect();
        let groups = groups(&words.subject, &sentences).into_iter().take(MOST - roles.len());
        named.extend(groups.map(str::to_owned));
        if named.is_empty() {
            named.extend(body(&sentences).map(str::to_owned));
        }
    }
    (!named.is_empty()).then(|| named.join(", "))
}

/// The groups that the subject and the sentences are about, the most frequent first.
fn groups(subject: &str, sentences: &[&str]) -> Vec<&'static str> {
    let count = |known: &[&'static str]| {
        let binds = |sentence: &&&str| has_any(sentence, known) && has_any(sentence, &BINDING);
        let of_either = usize::from(are_addressed(sentences, known)) + usize::from(has_any(subject, known));
        sentences.iter().filter(binds).count() + 2 * of_either
    };
    let mut found: Vec<_> = GROUPS.iter().map(|(name, known)| (count(known), *name)).collect();
    found.retain(|(count, _)| *count > 1);
    found.sort_by_key(|(count, _)| Reverse(*count));
    found.into_iter().map(|(_, name)| name).collect()
}

/// The bodies that the sentences address.
fn body(sentences: &[&str]) -> Option<&'static str> {
    // "Autoritățile publice locale pot participa la finanțarea"
    let may_act = |sentence: &&str| has(sentence, "pot|") && LOCAL.iter().any(|word| leads(sentence, word));
    if are_addressed(sentences, &LOCAL) || sentences.iter().any(may_act) {
        return Some("primării și consilii locale");
    }
    are_addressed(sentences, &AUTHORITIES).then_some("autorități")
}

/// Whether a sentence addresses readers by one of these words.
fn are_addressed(sentences: &[&str], known: &[&'static str]) -> bool {
    sentences.iter().any(|sentence| known.iter().any(|word| addresses(sentence, word)))
}
