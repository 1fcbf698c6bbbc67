//! Deciding conditions, with Kleene's three values: `all` is a no as soon as one part is, `any` a yes as soon as one
//! part is. More answers never turn a yes into a no, unless a part
//! was only assumed.

use std::cell::OnceCell;
use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::answers::{Answers, FactAnswer};
use super::book::FactBook;
use super::criterion::{Criterion, CriterionTest, Threshold, ThresholdKind, Uncertainty, UncertaintyCause};
use super::day_figures::{DayFigures, ThresholdAmount};
use super::euro_rate::EuroRate;
use super::expression::UncertainSide;
use super::fact::{FactId, RuleId};
use super::number::{Hundredths, Rate};

/// Whether something concerns a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Truth {
    Yes,
    No,
    Maybe,
}

/// The value of a condition for one reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    pub truth: Truth,
    /// `false` if a source only leans to it.
    pub certain: bool,
    /// What would decide a maybe, in the order met; empty for a yes and a no.
    pub missing: Vec<Missing>,
}

/// What would decide a maybe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Missing {
    /// A fact that can be asked now.
    Fact(FactId),
    /// The number within the band that was given.
    Exact(FactId),
    /// The option that the reader does not know; without one, the answer.
    Unsure(FactId, Option<usize>),
    /// The rate of the euro.
    EurRate,
    /// No source says; no question helps.
    Source,
}

/// The conditions of one book for one reader.
pub struct Evaluation<'a> {
    pub(super) book: &'a FactBook,
    pub(super) answers: &'a Answers,
    pub(super) figures: &'a DayFigures,
    /// The rate of the operator, which answers with one of their own do not need.
    pub(super) euro_rate: Option<&'a EuroRate>,
    /// Whether each fact applies.
    gates: Vec<OnceCell<Judgement>>,
    rules: Vec<OnceCell<Judgement>>,
}

impl Truth {
    fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Maybe => Self::Maybe,
        }
    }
}

impl Judgement {
    const fn certainly(truth: Truth) -> Self {
        Self { truth, certain: true, missing: Vec::new() }
    }

    fn maybe(missing: Vec<Missing>) -> Self {
        Self { truth: Truth::Maybe, certain: true, missing }
    }
}

impl Missing {
    /// The name in answers, such as `vat`, `turnover:exact` or `unsure:digital.nis2_entity`.
    pub fn name(self, book: &FactBook) -> MissingName<'_> {
        MissingName(self, book)
    }
}

/// Displays [`Missing`].
pub struct MissingName<'b>(Missing, &'b FactBook);

impl fmt::Display for MissingName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(missing, book) = self;
        match *missing {
            Missing::Fact(fact) => f.write_str(&book.fact(fact).id),
            Missing::Exact(fact) => write!(f, "{}:exact", book.fact(fact).id),
            Missing::Unsure(fact, None) => write!(f, "unsure:{}", book.fact(fact).id),
            Missing::Unsure(fact, Some(option)) => {
                let fact = book.fact(fact);
                write!(f, "unsure:{}.{}", fact.id, fact.options[option].id)
            }
            Missing::EurRate => f.write_str("eur_rate"),
            Missing::Source => f.write_str("source"),
        }
    }
}

impl<'a> Evaluation<'a> {
    pub fn new(book: &'a FactBook, answers: &'a Answers, figures: &'a DayFigures) -> Self {
        let empty = |count| (0..count).map(|_| OnceCell::new()).collect();
        let euro_rate = figures.euro_rate.as_ref().filter(|_| answers.eur_rate.is_none());
        let (gates, rules) = (empty(book.facts.len()), empty(book.rules.len()));
        Self { book, answers, figures, euro_rate, gates, rules }
    }

    /// Decides a condition.
    pub fn judge(&self, criterion: &Criterion) -> Judgement {
        let judged = match &criterion.test {
            CriterionTest::Unknown(_) => Judgement::maybe(vec![Missing::Source]),
            CriterionTest::Rule(rule) => self.rule(*rule).clone(),
            CriterionTest::Not(part) => {
                let part = self.judge(part);
                Judgement { truth: part.truth.not(), ..part }
            }
            CriterionTest::All(parts) => self.together(parts, Truth::No),
            CriterionTest::Any(parts) => self.together(parts, Truth::Yes),
            CriterionTest::Options(fact, wanted) => self.of_fact(*fact, |answer| chosen(*fact, *wanted, answer)),
            CriterionTest::Flag(fact, wanted) => self.of_fact(*fact, |answer| {
                let is_wanted = answer == FactAnswer::Flag(*wanted);
                Judgement::certainly(if is_wanted { Truth::Yes } else { Truth::No })
            }),
            CriterionTest::Number(fact, threshold) => {
                let rate = self.answers.eur_rate.or(self.euro_rate.map(|of| of.rate));
                self.of_fact(*fact, |answer| self.number(*fact, threshold, answer, rate))
            }
        };
        match criterion.uncertainty.as_deref().map(|uncertainty| &uncertainty.cause) {
            Some(UncertaintyCause::Source { side, when }) if self.leans(*side, when.as_ref(), judged.truth) => {
                Judgement { certain: false, ..judged }
            }
            Some(UncertaintyCause::Assumed(value)) if judged.truth == Truth::Maybe => {
                let truth = if *value { Truth::Yes } else { Truth::No };
                Judgement { certain: false, ..Judgement::certainly(truth) }
            }
            _ => judged,
        }
    }

    /// Whether a source only leans to this answer.
    fn leans(&self, side: UncertainSide, when: Option<&Criterion>, truth: Truth) -> bool {
        let is_side = match truth {
            Truth::Yes => side != UncertainSide::No,
            Truth::No => side != UncertainSide::Yes,
            Truth::Maybe => false,
        };
        is_side && when.is_none_or(|when| self.judge(when).truth == Truth::Yes)
    }

    /// Whether the criterion's own uncertainty made its answer uncertain.
    pub(super) fn is_uncertain(&self, uncertainty: &Uncertainty, judged: &Judgement) -> bool {
        match &uncertainty.cause {
            UncertaintyCause::Source { side, when } => self.leans(*side, when.as_ref(), judged.truth),
            UncertaintyCause::Assumed(_) => !judged.certain,
        }
    }

    pub(super) fn rule(&self, rule: RuleId) -> &Judgement {
        self.rules[rule.0].get_or_init(|| self.judge(&self.book.rule_criteria[rule.0]))
    }

    /// Whether a fact applies to the reader.
    pub(super) fn gate(&self, fact: FactId) -> &Judgement {
        let judge = || match &self.book.gates[fact.0] {
            Some(gate) => self.judge(gate),
            None => Judgement::certainly(Truth::Yes),
        };
        self.gates[fact.0].get_or_init(judge)
    }

    /// Whether the fact applies and is still to be asked.
    pub fn is_askable(&self, fact: FactId) -> bool {
        self.answers.is_open(fact) && self.gate(fact).truth == Truth::Yes
    }

    /// Decides parts of which one with the value `stop` decides the whole.
    fn together(&self, parts: &[Criterion], stop: Truth) -> Judgement {
        let judged: Vec<_> = parts.iter().map(|part| self.judge(part)).collect();
        let mut stops = judged.iter().filter(|part| part.truth == stop).peekable();
        if stops.peek().is_some() {
            return Judgement { certain: stops.any(|part| part.certain), ..Judgement::certainly(stop) };
        }
        if judged.iter().any(|part| part.truth == Truth::Maybe) {
            let mut missing: Vec<Missing> = Vec::new();
            for one in judged.into_iter().flat_map(|part| part.missing) {
                if !missing.contains(&one) {
                    missing.push(one);
                }
            }
            return Judgement::maybe(self.askable_first(missing));
        }
        Judgement { certain: judged.iter().all(|part| part.certain), ..Judgement::certainly(stop.not()) }
    }

    /// Leaves out what no question settles while a question can settle something. An answer that the source waits for
    /// does not: the source is missing beside it.
    fn askable_first(&self, mut missing: Vec<Missing>) -> Vec<Missing> {
        let (mut any, mut plain) = (false, false);
        for one in &missing {
            if let Missing::Fact(fact) = one {
                any = true;
                plain |= self.book.fact(*fact).until_answered.is_none();
            }
        }
        if any {
            missing.retain(|one| match one {
                Missing::Fact(_) => true,
                Missing::Source => !plain,
                _ => false,
            });
        }
        missing
    }

    /// Tests the answer to a fact, if it applies: a stored answer to a question that is no longer asked is none.
    fn of_fact(&self, fact: FactId, test: impl Fn(FactAnswer) -> Judgement) -> Judgement {
        let gate = self.gate(fact);
        match (gate.truth, self.answers.get(fact)) {
            (Truth::No, _) => Judgement::certainly(Truth::No),
            (Truth::Maybe, _) => Judgement::maybe(gate.missing.clone()),
            (Truth::Yes, Some(FactAnswer::Unsure)) => Judgement::maybe(vec![Missing::Unsure(fact, None)]),
            (Truth::Yes, Some(answer)) => test(answer),
            (Truth::Yes, None) if self.book.fact(fact).until_answered.is_some() => {
                Judgement::maybe(vec![Missing::Fact(fact), Missing::Source])
            }
            (Truth::Yes, None) => Judgement::maybe(vec![Missing::Fact(fact)]),
        }
    }

    /// Whether only a rate of the euro decides this comparison.
    pub(super) fn needs_rate(&self, fact: FactId, threshold: &Threshold) -> bool {
        let amount = self.figures.amount(self.book.fact(fact), threshold);
        amount.is_some_and(|amount| amount.in_euro)
            && self.of_fact(fact, |answer| self.number(fact, threshold, answer, None)).truth == Truth::Maybe
    }

    /// Compares a number. The threshold in euro lies in a band while the rate is not known.
    fn number(&self, fact: FactId, threshold: &Threshold, answer: FactAnswer, rate: Option<Rate>) -> Judgement {
        let FactAnswer::Between { from, to, open } = answer else { return Judgement::certainly(Truth::No) };
        let Some(ThresholdAmount { number: amount, in_euro }) = self.figures.amount(self.book.fact(fact), threshold)
        else {
            return Judgement::maybe(vec![Missing::Source]);
        };
        let (low, high) = match (in_euro, rate) {
            (false, _) => (amount.millionths(), amount.millionths()),
            (true, Some(rate)) => (rate.lei(amount), rate.lei(amount)),
            (true, None) => {
                let [low, high] = self.book.band;
                (low.lei(amount), high.lei(amount))
            }
        };
        let least = from.map_or(i128::MIN, Hundredths::millionths);
        let most = to.map_or(i128::MAX, Hundredths::millionths);
        let (is_yes, is_no) = match threshold.kind {
            ThresholdKind::AtLeast => (least >= high, most < low),
            ThresholdKind::MoreThan => (least > high, most <= low),
            ThresholdKind::AtMost => (most <= low, least > high),
        };
        match (is_yes, is_no) {
            (true, _) => Judgement::certainly(Truth::Yes),
            (_, true) => Judgement::certainly(Truth::No),
            _ if from == to && from.is_some() => Judgement::maybe(vec![Missing::EurRate]),
            _ if open => Judgement::maybe(vec![Missing::Fact(fact)]),
            _ => Judgement::maybe(vec![Missing::Exact(fact)]),
        }
    }
}

/// Whether one of the wanted options is chosen.
fn chosen(fact: FactId, wanted: u32, answer: FactAnswer) -> Judgement {
    let (yes, unsure, open) = match answer {
        FactAnswer::One(option) => (1 << option, 0, false),
        FactAnswer::Many { yes, unsure, open } => (yes, unsure, open),
        _ => (0, 0, false),
    };
    let unknown = wanted & unsure;
    if wanted & yes != 0 {
        Judgement::certainly(Truth::Yes)
    } else if open && wanted & !unsure != 0 {
        Judgement::maybe(vec![Missing::Fact(fact)])
    } else if unknown != 0 {
        let options = (0..32).filter(|option| unknown & (1 << option) != 0);
        Judgement::maybe(options.map(|option| Missing::Unsure(fact, Some(option))).collect())
    } else {
        Judgement::certainly(Truth::No)
    }
}
