//! Readers that an act addresses and that have no role of their own: "elevi", "pacienți", "autorități".

use super::classify::addresses;
use super::role_words::BINDING;
use super::words::{WeighedWords, has};
use crate::domain::{AudienceRole, Language};

/// Groups that are named beside or in place of roles.
const MOST: usize = 2;
/// Roles beside which no group is needed.
const ENOUGH_ROLES: usize = 2;

/// The name of each group and its words, folded; `|` stands for the end of a word.
const GROUPS: [(&str, &[&str]); 17] = [
    ("elevi", &["elevii|", "elevilor|"]),
    ("studenți", &["studentii|", "studentilor|", "studentul", "studentului"]),
    ("cadre didactice", &["personalul didactic", "cadrele didactice", "cadrelor didactice", "cariera didactica"]),
    ("medici", &["medicii|", "medicilor|", "medicul|"]),
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
/// Words of the bodies of the state that an act addresses when it addresses no reader.
const AUTHORITIES: [(&str, &[&str]); 2] = [
    (
        "primării și consilii locale",
        &[
            "unitatile administrativ-teritoriale",
            "administratiei publice locale",
            "consiliului local",
            "consiliile locale",
        ],
    ),
    (
        "autorități",
        &[
            "autoritatile|",
            "autoritatea|",
            "institutiile publice",
            "ministerul|",
            "agentia|",
            "instanta|",
            "procurorul|",
            "comisia|",
        ],
    ),
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
        let binds = |sentence: &&&str| BINDING.iter().any(|word| has(sentence, word));
        let count = |known: &[&'static str]| {
            let names = |sentence: &&&str| known.iter().any(|word| has(sentence, word));
            let named = sentences.iter().filter(names).filter(binds).count();
            let addressed = sentences.iter().any(|sentence| known.iter().any(|word| addresses(sentence, word)));
            let in_subject = known.iter().any(|word| has(&words.subject, word));
            named + 2 * usize::from(addressed) + 2 * usize::from(in_subject)
        };
        let mut found: Vec<_> = GROUPS.iter().map(|(name, known)| (count(known), *name)).collect();
        found.retain(|(count, _)| *count > 1);
        found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        named.extend(found.into_iter().take(MOST - roles.len().min(1)).map(|(_, name)| name.to_owned()));
        if named.is_empty() {
            let acts = |known: &[&'static str]| {
                sentences.iter().any(|sentence| known.iter().any(|word| addresses(sentence, word)))
            };
            let body = AUTHORITIES.iter().find(|(_, known)| acts(known));
            named.extend(body.map(|(name, _)| (*name).to_owned()));
        }
    }
    (!named.is_empty()).then(|| named.join(", "))
}
