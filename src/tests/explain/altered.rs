//! How much of what a model can get wrong the checker holds, by kind, and how many true sentences it holds.
//!
//! The sentences of `altered.json` are true and rephrased freely, as a model writes them; each has alterations of one
//! kind, in both languages. The checker's words were chosen with the part `tuned`; the parts `held_back` and `fresh`
//! were measured before anybody read what was missed in them (docs/decisions/0400). `altered_unseen.json` has the sets of
//! two more readers, on other laws of 2025 and labelled before the checker was run on them. `altered_rounds.json` has
//! four rounds, most of their weight on denials, each on laws that no set had (drawn with seed 20506; the fourth also
//! from consolidated acts) and labelled before the checker was run on them. At first sight the checker caught 116 of 135,
//! 100 of 120, 88 of 110 and 56 of 70 alterations (65 of 80, 56 of 74, 54 of 69 and 34 of 47 denials) and held 16 of 65,
//! 16 of 52, 18 of 55 and 9 of 40 true sentences; what was missed was mended by kind after each round
//! (docs/decisions/0506). `altered_plain.json` has two more, in everyday words, on provisions that no set had (12 laws
//! drawn with seed 525727): at first sight 35 of 53 and 39 of 52 alterations (12 of 24 and 19 of 30 denials), 6 and 9
//! of 30 true sentences. What the sixth round missed was read only after the changes that the fifth brought
//! (docs/decisions/0525). The texts of the laws are official acts, free of copyright (Legea nr. 8/1996, art. 9 letter b).

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use paragraf::domain::Language;
use paragraf::domain::finding::Finding;
use paragraf::explain::checker::{ActText, Claim, Passage, check};
use serde::Deserialize;

/// Least percentage of the alterations of each kind that is held, in all parts but the rounds together.
const LEAST_HELD: usize = 90;
/// Least percentage in the rounds together, whose words are further from those of the law.
const LEAST_OF_ROUNDS: usize = 75;
/// Most true sentences of 80 that are held.
const MOST_OF_80: usize = 4;

#[derive(Deserialize)]
pub(super) struct AlteredAct {
    pub act: String,
    half: Half,
    /// The file of the golden set that has its text.
    golden: Option<String>,
    pub source: Option<String>,
    pub statements: Vec<TrueStatement>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "snake_case")]
enum Half {
    Tuned,
    HeldBack,
    Fresh,
    SecondReader,
    ThirdReader,
    FourthReader,
    FirstRound,
    SecondRound,
    ThirdRound,
    FourthRound,
    FifthRound,
    SixthRound,
    DrawnFirst,
    DrawnSecond,
    DrawnThird,
    DrawnProbe,
    DrawnFourth,
    DrawnFifth,
}

impl Half {
    fn is_round(self) -> bool {
        self >= Self::FirstRound
    }
}

#[derive(Deserialize)]
pub(super) struct TrueStatement {
    pub ro: String,
    pub en: String,
    pub rests_on: Vec<String>,
    pub altered: Vec<KindAlteration>,
}

/// The words that are replaced in each language, or the provision that is named instead.
#[derive(Deserialize)]
pub(super) struct KindAlteration {
    pub kind: String,
    ro: Option<[String; 2]>,
    en: Option<[String; 2]>,
    rests_on: Option<Vec<String>>,
}

fn acts() -> Vec<(AlteredAct, ActText)> {
    let files = [
        include_str!("altered.json"),
        include_str!("altered_unseen.json"),
        include_str!("altered_rounds.json"),
        include_str!("altered_plain.json"),
    ];
    let read = |file| serde_json::from_str::<Vec<AlteredAct>>(file).expect("an altered set");
    let acts = files.into_iter().flat_map(read);
    let with_text = |act: AlteredAct| {
        let source = act.source.clone().unwrap_or_else(|| golden(act.golden.as_ref().expect("a text")));
        let source = ActText::new(&source, &act.act);
        (act, source)
    };
    acts.map(with_text).collect()
}

fn golden(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/explain/golden");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect("a text");
    let act: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    act["source"].as_str().expect("a text").to_owned()
}

fn findings(source: &ActText, ro: &str, en: &str, rests_on: &[String]) -> Vec<Finding> {
    check(source, &[claim(ro, en, rests_on)])
}

pub(super) fn claim<'a>(ro: &'a str, en: &'a str, rests_on: &'a [String]) -> Claim<'a> {
    let passages = Language::ALL.into_iter().zip([ro, en]);
    let passages = passages.map(|(language, text)| Passage { field: "in_short", language, text, range: 0..text.len() });
    Claim { rests_on: Some(rests_on), passages: passages.collect(), dates: vec![] }
}

pub(super) fn altered(statement: &TrueStatement, by: &KindAlteration) -> (String, String, Vec<String>) {
    let with = |text: &str, words: &Option<[String; 2]>| {
        words.as_ref().map_or_else(|| text.to_owned(), |[from, to]| text.replacen(from, to, 1))
    };
    let rests_on = by.rests_on.clone().unwrap_or_else(|| statement.rests_on.clone());
    (with(&statement.ro, &by.ro), with(&statement.en, &by.en), rests_on)
}

/// Alterations of a kind: how many, and how many are held.
#[derive(Default, Clone, Copy)]
struct HeldRate {
    all: usize,
    held: usize,
}

impl HeldRate {
    fn count(&mut self, is_held: bool) {
        self.all += 1;
        self.held += usize::from(is_held);
    }
}

impl std::fmt::Display for HeldRate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.held, self.all)
    }
}

/// Shows a rate, also of a test that passes.
pub(super) fn print(rate: &str) {
    drop(writeln!(std::io::stderr(), "checker: {rate}"));
}

#[test]
fn of_each_kind_of_alteration_nine_of_ten_are_held() {
    let mut rates: BTreeMap<String, BTreeMap<Half, HeldRate>> = BTreeMap::new();
    let mut passed = Vec::new();
    for (act, source) in acts() {
        for statement in &act.statements {
            for alteration in &statement.altered {
                let (ro, en, rests_on) = altered(statement, alteration);
                let is_held = !findings(&source, &ro, &en, &rests_on).is_empty();
                rates.entry(alteration.kind.clone()).or_default().entry(act.half).or_default().count(is_held);
                if !is_held {
                    passed.push(format!("{:?} {}: {}: {ro} | {en}", act.half, alteration.kind, act.act));
                }
            }
        }
    }
    let sum = |of: &BTreeMap<Half, HeldRate>, counts: fn(Half) -> bool| {
        let rates = || of.iter().filter(|(half, _)| counts(**half)).map(|(_, rate)| rate);
        HeldRate { all: rates().map(|rate| rate.all).sum(), held: rates().map(|rate| rate.held).sum() }
    };
    let total = |of: &BTreeMap<Half, HeldRate>| sum(of, |_| true);
    for (kind, of) in &rates {
        let of_halves: Vec<_> = of.iter().map(|(half, rate)| format!("{half:?} {rate}")).collect();
        print(&format!("{kind}: {}; {}", total(of), of_halves.join(", ")));
    }
    let all: usize = rates.values().map(|of| total(of).all).sum();
    assert!(all >= 150, "the set has only {all} alterations");
    for (kind, of) in &rates {
        let rounds = sum(of, Half::is_round);
        let others = sum(of, |half| !half.is_round());
        for (HeldRate { all, held }, least) in [(others, LEAST_HELD), (rounds, LEAST_OF_ROUNDS)] {
            assert!(held * 100 >= all * least, "{kind}: {held} of {all} are held; passed:\n{}", passed.join("\n"));
        }
    }
}

#[test]
fn of_80_true_sentences_at_most_four_are_held() {
    let (mut rates, mut held) = (BTreeMap::<Half, HeldRate>::new(), Vec::new());
    for (act, source) in acts() {
        for statement in &act.statements {
            let found = findings(&source, &statement.ro, &statement.en, &statement.rests_on);
            rates.entry(act.half).or_default().count(!found.is_empty());
            held.extend(found.into_iter().map(|finding| format!("{:?} {}: {finding:?}", act.half, act.act)));
        }
    }
    rates.iter().for_each(|(half, rate)| print(&format!("{half:?}: {rate} true sentences are held")));
    let (all, count) = rates.values().fold((0, 0), |(all, held), rate| (all + rate.all, held + rate.held));
    assert!(all >= 80, "the set has only {all} true sentences");
    assert!(count * 80 <= all * MOST_OF_80, "{count} of {all} are held:\n{}", held.join("\n"));
}
