//! Acts that bind no reader and get no draft: judgments, reports of parties, appointments and the like.

use super::reading::ArchivedAct;
use crate::domain::{NotDrafted, text};

/// Kinds of acts that are never drafted, by the beginning of their folded names.
const KINDS: [(NotDrafted, &[&str]); 3] = [
    (NotDrafted::Judgment, &["sentint", "incheiere", "decizie civila", "decizie penala", "hotarare cedo", "cauza"]),
    (NotDrafted::Communique, &["comunicat", "anunt", "rectificare", "erata", "declaratie", "lista", "indice"]),
    (NotDrafted::ExpenseReport, &["raport de cheltuieli", "situatie"]),
];

/// Issuers whose acts decide cases, in folded words.
const COURTS: [&str; 6] =
    ["curtea europeana a drepturilor", "tribunalul", "judecatoria", "curtea de apel", "curtea militara", "cedo"];

/// Words of the heading by which an act is about one person, body or case, folded.
const HEADINGS: [(NotDrafted, &[&str]); 7] = [
    (
        NotDrafted::ExpenseReport,
        &["raportul de venituri si cheltuieli", "venituri si cheltuieli electorale", "cheltuielile electorale"],
    ),
    (
        NotDrafted::Donations,
        &[
            "donatii confirmate",
            "donatiilor",
            "imprumuturile primite",
            "lista donatorilor",
            "cotizatiilor membrilor de partid",
        ],
    ),
    (NotDrafted::Promulgation, &["pentru promulgarea", "privind promulgarea"]),
    (
        NotDrafted::Decoration,
        &[
            "conferirea ",
            "decorarea",
            "retragerea decoratiei",
            "gratierea",
            "individuala a unor",
            "acordarea titlului de cetatean",
        ],
    ),
    (
        NotDrafted::Appointment,
        &[
            "numirea ",
            "numiri in functi",
            "numirii ",
            "eliberarea din functi",
            "eliberarii din functi",
            "incetarea din functi",
            "incetarea mandatului",
            "incetarea exercitarii",
            "revocarea din functi",
            "destituirea",
            "rechemarea",
            "acreditarea",
            "inaintarea in grad",
            "inaintarea la gradul",
            "acordarea gradului",
            "trecerea in rezerva",
            "exercitarea cu caracter temporar",
            "mobilitat",
            "vacantarea",
            "validarea mandat",
            "alegerea unui judecator",
            "desemnarea unui",
            "desemnarea domn",
            "desemnarea doamn",
            "pensionarea",
            "componentei nominale",
            "componenta nominala",
        ],
    ),
    (
        NotDrafted::SingleCase,
        &[
            "acordarea cetateniei",
            "redobandirea cetateniei",
            "renuntarea la cetatenia",
            "aprobarea stemei",
            "modelul stemei",
            "valorilor de inventar",
            "valorii de inventar",
            "inventarul bunurilor",
            "transmiterea unui imobil",
            "transmiterea unor imobile",
            "unor bunuri imobile",
            "unor imobile",
            "unui imobil",
            "declansarea procedurilor de expropriere",
            "retragerea autorizatiei",
            "radierea din registrul",
            "exceptia de neconstitutionalitate",
            "admiterea exceptiei",
            "respingerea exceptiei",
        ],
    ),
    (NotDrafted::Communique, &["indicele de referinta robor", "cursul pietei valutare", "convocarea"]),
];

/// Kinds of acts whose headings decide: a law is drafted whatever it is about.
fn may_be_single(kind: &str) -> bool {
    !matches!(kind, "LEGE" | "OUG" | "OG")
}

/// Why no article is drafted from an act, by its kind, its issuer and its heading.
pub(super) fn screen(source: &ArchivedAct) -> Option<NotDrafted> {
    let kind = text::fold(&source.act.kind);
    let title = text::fold(&source.title);
    if !may_be_single(&source.act.kind) {
        return None;
    }
    let of_kind = KINDS.iter().find(|(_, words)| words.iter().any(|word| kind.starts_with(word)));
    let issuer = source.act.issuer.as_deref().map(text::fold).unwrap_or_default();
    let is_case = COURTS.iter().any(|court| issuer.contains(court))
        || (kind.starts_with("decizie") && issuer.contains("inalta curte"))
        || is_case_title(&title);
    let of_heading = HEADINGS.iter().find(|(_, words)| words.iter().any(|word| title.contains(word)));
    let of_report = kind.starts_with("raport")
        && ["candidat", "partid", "campani", "alegeri"].iter().any(|word| {
            title.contains(word)
                || text::fold(source.text.get(..source.text.floor_char_boundary(2_000)).unwrap_or_default())
                    .contains(word)
        });
    let by_kind = of_kind.map(|(reason, _)| *reason);
    let by_heading = of_heading.map(|(reason, _)| *reason);
    by_kind
        .or(is_case.then_some(NotDrafted::Judgment))
        .or(of_report.then_some(NotDrafted::ExpenseReport))
        .or(by_heading)
}

/// Whether a heading names the two sides of a case: "Cauza X împotriva României".
fn is_case_title(title: &str) -> bool {
    title.contains("cauza ") && title.contains("impotriva")
}

#[cfg(test)]
mod tests {
    use super::super::tests::law;
    use super::*;

    #[test]
    fn acts_on_one_person_or_case_are_not_drafted_and_laws_always_are() {
        let reason = |kind: &str, issuer: Option<&str>, subject: &str| {
            let mut source = law("5", &format!("{kind} nr. 5 din 3 mai 2026 {subject}"), "2026-05-04", "Text.");
            source.act.kind = kind.into();
            source.act.issuer = issuer.map(Into::into);
            screen(&source)
        };
        use NotDrafted::{
            Appointment, Communique, Decoration, Donations, ExpenseReport, Judgment, Promulgation, SingleCase,
        };
        for (kind, issuer, subject, expected) in [
            ("SENTINȚĂ", Some("Curtea de Apel București"), "", Some(Judgment)),
            ("SENTINȚA CIVILĂ", None, "privind Ordinul nr. 3/2024", Some(Judgment)),
            (
                "HOTĂRÂRE",
                Some("Curtea Europeană a Drepturilor Omului"),
                "în Cauza X împotriva României",
                Some(Judgment),
            ),
            ("ÎNCHEIERE", Some("Înalta Curte de Casație și Justiție"), "", Some(Judgment)),
            (
                "RAPORT",
                Some("Autoritatea Electorală"),
                "de venituri și cheltuieli al candidatului",
                Some(ExpenseReport),
            ),
            ("RAPORT", Some("Partidul X"), "privind valoarea donațiilor primite", Some(Donations)),
            ("SITUAȚIE", Some("Partidul X"), "privind donațiile confirmate", Some(ExpenseReport)),
            ("LISTĂ", Some("Partidul X"), "cuprinzând donatorii", Some(Communique)),
            ("ACT", Some("Partidul X"), "privind lista donatorilor", Some(Donations)),
            ("COMUNICAT", Some("Banca Națională a României"), "privind rata dobânzii", Some(Communique)),
            ("DECRET", None, "privind conferirea Ordinului Steaua României", Some(Decoration)),
            ("DECRET", None, "pentru promulgarea Legii privind arenda", Some(Promulgation)),
            (
                "DECIZIE",
                Some("Prim-ministrul"),
                "privind numirea domnului X în funcția de secretar de stat",
                Some(Appointment),
            ),
            ("DECRET", None, "privind eliberarea din funcție a unui judecător", Some(Appointment)),
            (
                "ORDIN",
                Some("Ministerul Justiției"),
                "privind acordarea cetățeniei române unor persoane",
                Some(SingleCase),
            ),
            ("HG", None, "privind transmiterea unui imobil din domeniul public al statului", Some(SingleCase)),
            (
                "DECIZIE",
                Some("Curtea Constituțională"),
                "referitoare la excepția de neconstituționalitate",
                Some(SingleCase),
            ),
            ("LEGE", None, "privind numirea și eliberarea din funcție a directorilor", None),
            ("HG", None, "pentru aprobarea normelor de aplicare a Legii nr. 227/2015", None),
            ("ORDIN", Some("ANAF"), "privind modelul declarației 112", None),
            ("HG", None, "privind stabilirea salariului de bază minim brut pe țară", None),
        ] {
            assert_eq!(reason(kind, issuer, subject), expected, "{kind} {subject}");
        }
    }
}
