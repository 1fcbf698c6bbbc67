//! Who acts: readers, authorities and other parties by the words that name them in both languages.

use std::ops::Range;

use super::party::{Party, party};
use super::roles::ROLES;
use super::words::{SpokenWord, has_any, matched_any};
use crate::domain::Language;

const COMPANY: &[&str] = &[
    "firm*", "societat*", "operator* economic*", "persoan* juridic*", "intreprinder*", "compani*", "comerciant*",
    "profesionist*", "agent* economic*",
];

/// All parties that the checker knows. Words of the law that plain language calls otherwise stand in `also`.
static PARTIES: &[Party] = &[
    party(
        &["fisc", "fiscul", "fiscului", "organ* fiscal*", "anaf", "administrati* fiscal*", "administrare fiscala"],
        &["tax office*", "tax authorit*", "tax agency", "tax administration", "anaf"],
        &["agenti* nationala* de administrare*"],
    ),
    party(
        &["primari*", "primar", "primarul", "primarului", "primarilor", "consili* local*", "autoritat* locale"],
        &["town hall*", "mayor*", "local council*", "local authorit*", "city hall*"],
        &[
            "unitat* administrativ*",
            "unitatea administrativ*",
            "autoritat* administratiei",
            "administratiei publice locale",
            "autoritat* publice locale",
            "autoritat* deliberativ*",
            "autoritat* executiv*",
        ],
    ),
    party(&["municipi*"], &["municipalit*"], &["oras*", "sector*", "unitat* administrativ*"]),
    party(
        &["parlament*", "senat*", "camera deputatilor"],
        &["parliament", "senate"],
        // What a law approves, Parliament approves.
        &["se aproba ordonanta", "se respinge ordonanta", "se ratifica"],
    ),
    party(&["presedint*"], &["president*"], &[]),
    party(
        &["ministr*", "minister*"],
        &["minister*", "ministr*"],
        &["administratiei publice centrale", "autorit* publice centrale", "autorit* administratiei centrale"],
    ),
    party(&["prefect*"], &["prefect*"], &[]),
    party(
        &["instant*", "judecator*", "tribunal*", "curtea", "curtii"],
        &["court*", "judge*", "tribunal*"],
        &["judec*", "judiciar*", "contencios*", "contestati*", "hotarar* definitiv*", "pedeps*"],
    ),
    party(
        &["procuror*", "parchet*"],
        &["prosecutor*"],
        &["urmarire* penal*", "ministerul public", "ministerului public"],
    ),
    party(
        &["politie*", "politist*", "politia", "politiei", "politist"],
        &["police*"],
        &["politi*", "ordine publica", "ordinii publice"],
    ),
    party(&["armat*"], &["army"], &["militar*", "apararii nationale", "aparare*"]),
    party(&["notar*"], &["notar*"], &[]),
    party(&["avocat*"], &["lawyer*", "attorney*"], &[]),
    party(&["contabil", "contabilul", "contabilului", "contabili", "contabilii", "contabilul"], &["accountant*"], &[]),
    party(&["executor*"], &["bailiff*"], &[]),
    party(&["banca", "bancii", "banci", "bancile"], &["bank", "banks"], &["bancar*", "institut* de credit"]),
    party(
        &["casa de pensii", "casei de pensii", "casele de pensii"],
        &["pension house*", "pension fund*"],
        &["cas* * de pensii"],
    ),
    party(&["casa de asigurari", "casei de asigurari", "casele de asigurari"], &["health insurance house*"], &[]),
    party(
        &["agent* pentru ocuparea", "agent* de ocupare*", "anofm", "ajofm", "agent* nationala* pentru ocuparea"],
        &["employment agenc*", "employment office*"],
        &["agent* teritoriale pentru ocuparea"],
    ),
    party(
        &["inspectorat* de munca", "inspectorat* teritorial* de munca", "inspecti* muncii", "itm"],
        &["labour inspect*", "labor inspect*"],
        &[],
    ),
    party(&["inspector*"], &["inspector*", "inspectorate*"], &["inspecti*"]),
    party(&["vama", "vamal*", "vamii"], &["customs"], &[]),
    party(&["registrul comertului", "registrului comertului", "onrc"], &["trade register*"], &[]),
    party(&["spital*"], &["hospital*"], &["unitat* sanitar*"]),
    party(&["medic", "medicul", "medicului", "medici", "medicii"], &["doctor", "doctors", "physician*"], &["medical*"]),
    party(
        &["scoal*", "scol*", "universit*"],
        &["school*", "universit*"],
        &["unitat* de invatamant", "institut* de invatamant"],
    ),
    party(&["asociat* de proprietari"], &["owners association*"], &[]),
    party(
        &["angajator*", "patron", "patronul", "patroni"],
        &["employer*"],
        &["organizati* gazda", "platitor* de salarii", "patronal*", "patronat*"],
    ),
    party(
        COMPANY,
        &["compan*", "business*", "firm", "firms", "enterprise*"],
        &[
            "organizati* gazda", "angajator*", "entitat*", "asociat*", "actionar*", "contribuabil*", "emitent*",
            "juridice", "juridica",
        ],
    )
    .in_general(),
    party(
        &[
            "salariat*", "angajatul", "angajatii", "angajatilor", "angajatului", "angajati", "lucrator*",
            "personalul*", "muncitor*",
        ],
        &["employee*", "worker*", "staff"],
        &["angajat", "angajata", "persoana angajata", "personal*", "salarii", "raport* de munca", "functionar*"],
    )
    .in_general(),
    party(&["somer*"], &["unemployed"], &[]),
    party(
        &["intern", "internul", "internului", "interni", "internii", "internilor"],
        &["intern", "interns"],
        &["intern*"],
    ),
    party(&["proprietar*"], &["owner*"], &["propriet*"]),
    party(&["beneficiar* real*"], &["beneficial owner*"], &[]),
    party(&["chirias*", "locatar*"], &["tenant*"], &["inchirier*"]),
    party(&["locator*"], &["landlord*"], &["proprietar*", "inchirier*"]),
    party(&["fermier*", "agricultor*", "crescator*"], &["farmer*"], &["agricol*", "agricultur*", "pajist*"]),
    party(&["pacient*", "bolnav*"], &["patient*"], &[]),
    party(&["asiguratul", "asigurati", "asiguratii", "asiguratilor", "asiguratului"], &["insured"], &["asigurat*"]),
    party(&["victim*"], &["victim*"], &["in beneficiul", "vatamat*", "savarsit* asupra", "comis* asupra"]),
    party(&["agresor*"], &["aggressor*"], &["impotriva careia", "impotriva caruia"]),
    party(
        &["parint*", "mama", "mamei", "tatal", "tatalui"],
        &["parent*", "mother*", "father*"],
        &["in intretinere", "copii", "copil*"],
    ),
    party(
        &["student*", "elev", "elevul", "elevii", "elevilor", "elevi"],
        &["student*", "pupil*"],
        &["scolar*", "universitar*"],
    ),
    party(&["pensionar*"], &["pensioner*"], &["pensi*"]),
    party(&["fiduciar*"], &["trustee*"], &["fiduci*"]),
    party(&["consumator*"], &["consumer*"], &[]),
    party(&["vanzator*"], &["seller*"], &["comerciant*", "vanz*"]),
    party(
        &["cumparator*"],
        &["buyer*", "purchaser*"],
        &["consumator*", "client*", "cumpar*", "cesionar*", "vanz*", "vinde", "vand", "vandut*"],
    ),
    party(&["asigurator*"], &["insurer*"], &["societat* de asigur*", "activit* de asigur*"]),
    party(&["creditor*"], &["creditor*"], &["imprumutator*"]),
    party(&["debitor*"], &["debtor*"], &["imprumutat*"]),
    party(&["sindicat*"], &["trade union*"], &["sindical*"]),
    party(&["statul", "statului"], &["the state"], &["de stat", "al statului", "autorit* public*"]),
    party(&["federati*"], &["federation*"], &[]),
    party(&["consili* concurentei"], &["competition council"], &[]),
    party(&["asf"], &["financial supervis*"], &["autorit* de supraveghere financiara"]),
    party(&["agentia", "agentiei"], &["agency"], &["agenti*"]).in_general(),
    party(
        &["autoritatea", "autoritatii", "autoritatile", "autoritati"],
        &["authority", "authorities"],
        &["autorit*", "institut*", "organ*", "agenti*", "ministe*"],
    )
    .in_general(),
];

/// The Government, apart from the name of its acts.
static GOVERNMENT: Party = party(&["guvern*"], &["government*"], &[]);

/// Returns the parties that a text names, with their places.
pub(in super::super) fn parties(words: &[SpokenWord], language: Language) -> Vec<(&'static Party, Range<usize>)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let names = |party: &'static Party| language.pick(party.ro, party.en);
        let longest =
            PARTIES.iter().chain(ROLES).filter_map(|party| Some((matched_any(words, at, names(party))?, party)));
        match longest.max_by_key(|(end, _)| *end).or_else(|| government(words, at, language)) {
            Some((end, party)) => {
                found.push((party, words[at].range.start..words[end - 1].range.end));
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

fn government(words: &[SpokenWord], at: usize, language: Language) -> Option<(usize, &'static Party)> {
    let names = language.pick(GOVERNMENT.ro, GOVERNMENT.en);
    let end = matched_any(words, at, names)?;
    let begins = |word: Option<&SpokenWord>, act: &str| word.is_some_and(|word| word.folded.starts_with(act));
    let before = |act: &str| (1..=4).any(|back| begins(at.checked_sub(back).and_then(|at| words.get(at)), act));
    let is_numbered = |at: usize| words.get(at).is_some_and(|word| word.folded == "nr");
    let in_ro = before("ordonant") || (before("hotarar") && is_numbered(end));
    let after = |act: &str| begins(words.get(end), act);
    let in_en = after("emergency") || after("ordinance") || (after("decision") && is_numbered(end + 1));
    (!in_ro && !in_en).then_some((end, &GOVERNMENT))
}

impl Party {
    /// Whether the words of an act name the party.
    pub(in super::super) fn is_named_in(&self, act: &[SpokenWord]) -> bool {
        if std::ptr::eq(self, &raw const GOVERNMENT) {
            return (0..act.len()).any(|at| government(act, at, Language::Ro).is_some());
        }
        has_any(act, self.ro) || has_any(act, self.also)
    }
}
