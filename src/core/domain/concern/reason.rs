//! Why something concerns a reader or not, in the words of the answers that decided.

use super::answers::FactAnswer;
use super::criterion::{Criteria, Criterion, CriterionTest, ThresholdKind, UncertaintyCause};
use super::day_figures::ThresholdAmount;
use super::evaluate::{Evaluation, Judgement, Truth};
use super::fact::{Fact, FactId, FactKind};
use super::text_of_maybe::{self, joined};
use crate::domain::duty_text::DutyText;
use crate::domain::exact_number::ExactNumber;
use paragraf_law::language::Language;

/// Most statements of a reason for a yes. More are replaced by the general words.
const MAX_STATEMENTS: usize = 2;

/// Verbs with which statements begin, in Romanian and English.
const VERBS: [(&str, &str); 4] =
    [("ai ", "you have "), ("plătești ", "you pay "), ("cumperi ", "you buy "), ("dai în chirie ", "you let to ")];

impl Evaluation<'_> {
    /// Why the answer is this one. Follows "it concerns you" with "fiindcă" or "because" for a yes; a clause of its own
    /// for a no and a maybe.
    pub fn reason(&self, criteria: &Criteria, judged: &Judgement) -> DutyText {
        let reason = self.reason_without_rate(criteria, judged);
        match self.euro_rate.filter(|_| judged.truth != Truth::Maybe && self.rests_on_rate(&criteria.condition)) {
            Some(rate) => {
                let words = rate.words();
                DutyText { ro: reason.ro + &words.ro, en: reason.en + &words.en }
            }
            None => reason,
        }
    }

    /// Whether a comparison at the rate of the euro is among those that decided.
    fn rests_on_rate(&self, criterion: &Criterion) -> bool {
        self.is_among_deciding(criterion, &|test| match test {
            CriterionTest::Number(fact, threshold) => self.needs_rate(*fact, threshold),
            _ => false,
        })
    }

    fn reason_without_rate(&self, criteria: &Criteria, judged: &Judgement) -> DutyText {
        let reason = &criteria.concern.reason;
        let general = |words: &DutyText| self.with_amounts(&criteria.condition, words);
        match judged.truth {
            Truth::Maybe => text_of_maybe::of(self, &criteria.condition, judged),
            Truth::Yes => self.reason_of_yes(&criteria.condition).unwrap_or_else(|| general(&reason.yes)),
            Truth::No => match (self.better(&criteria.no_when), &self.statements(&criteria.condition)[..]) {
                (Some(words), _) => general(words),
                (None, [statement]) => statement.clone(),
                (None, _) => general(&reason.no),
            },
        }
    }

    /// The words with the amount of each figure that they name, such as `{vat-cash-ceiling}`: that which the condition
    /// compares with on the day.
    fn with_amounts(&self, criterion: &Criterion, words: &DutyText) -> DutyText {
        let mut words = words.clone();
        self.each_amount(criterion, &mut |figure, (ro, en)| {
            let name = format!("{{{figure}}}");
            words.ro = words.ro.replace(&name, &ro);
            words.en = words.en.replace(&name, &en);
        });
        words
    }

    /// Calls with each figure that the condition compares with, and its amount in Romanian and English.
    pub(super) fn each_amount(&self, criterion: &Criterion, call: &mut dyn FnMut(&str, (String, String))) {
        match &criterion.test {
            CriterionTest::Unknown(_) | CriterionTest::Options(..) | CriterionTest::Flag(..) => {}
            CriterionTest::Not(part) => self.each_amount(part, call),
            CriterionTest::Rule(rule) => self.each_amount(&self.book.rule_criteria[rule.0], call),
            CriterionTest::All(parts) | CriterionTest::Any(parts) => {
                parts.iter().for_each(|part| self.each_amount(part, call));
            }
            CriterionTest::Number(fact, threshold) => {
                let Some(figure) = threshold.amount.figure() else { return };
                let fact = self.book.fact(*fact);
                let unknown = || ("pragul din lege".to_owned(), "the threshold of the law".to_owned());
                let known = self.figures.amount(fact, threshold);
                call(figure, known.map_or_else(unknown, |known| amount(fact, known)));
            }
        }
    }

    /// Better words than the general ones: the first whose condition is a yes.
    pub(super) fn better<'w>(&self, words: &'w [(Criterion, DutyText)]) -> Option<&'w DutyText> {
        words.iter().find(|(when, _)| self.judge(when).truth == Truth::Yes).map(|(_, words)| words)
    }

    /// Why a condition is a yes; `None` if no answer or too many decided.
    pub fn reason_of_yes(&self, criterion: &Criterion) -> Option<DutyText> {
        if self.judge(criterion).truth != Truth::Yes {
            return None;
        }
        let statements = match self.of_lone_rule(criterion) {
            Some(words) => vec![words.clone()],
            None => self.statements(criterion),
        };
        (1..=MAX_STATEMENTS).contains(&statements.len()).then(|| because(&statements))
    }

    /// The words of a rule where nothing else decided: what holds for every person says nothing of the reader's work.
    // docs/decisions/0568
    fn of_lone_rule(&self, criterion: &Criterion) -> Option<&DutyText> {
        match &criterion.test {
            CriterionTest::Rule(rule) => self.book.rules[rule.0].alone.as_ref(),
            CriterionTest::All(parts) | CriterionTest::Any(parts) => {
                let truth = self.judge(criterion).truth;
                let deciding = parts.iter().filter(|part| self.judge(part).truth == truth);
                let words: Option<Vec<_>> = deciding.map(|part| self.of_lone_rule(part)).collect();
                words.and_then(|words| words.first().copied())
            }
            _ => None,
        }
    }

    /// Whether the answer to such a question is among those that decided, or one that is missing.
    pub fn is_decided_by(&self, criterion: &Criterion, is: &impl Fn(&Fact) -> bool) -> bool {
        self.is_among_deciding(criterion, &|test| match test {
            CriterionTest::Options(fact, _) | CriterionTest::Flag(fact, _) | CriterionTest::Number(fact, _) => {
                is(self.book.fact(*fact))
            }
            _ => false,
        })
    }

    /// Whether such a test of a fact is among those that decided.
    fn is_among_deciding(&self, criterion: &Criterion, is: &dyn Fn(&CriterionTest) -> bool) -> bool {
        match &criterion.test {
            CriterionTest::Unknown(_) => false,
            CriterionTest::Not(part) => self.is_among_deciding(part, is),
            CriterionTest::Rule(rule) => self.is_among_deciding(&self.book.rule_criteria[rule.0], is),
            CriterionTest::Options(..) | CriterionTest::Flag(..) | CriterionTest::Number(..) => is(&criterion.test),
            CriterionTest::All(parts) | CriterionTest::Any(parts) => {
                let truth = self.judge(criterion).truth;
                parts.iter().any(|part| self.judge(part).truth == truth && self.is_among_deciding(part, is))
            }
        }
    }

    /// What is to be verified about an answer that is not certain.
    pub fn to_verify(&self, criterion: &Criterion) -> Option<DutyText> {
        let mut words = Vec::new();
        self.uncertainties(criterion, &mut words);
        joined(&words, "; ", "; ")
    }

    fn uncertainties(&self, criterion: &Criterion, words: &mut Vec<DutyText>) {
        let judged = self.judge(criterion);
        if judged.certain {
            return;
        }
        if let Some(uncertainty) = &criterion.uncertainty
            && self.is_uncertain(uncertainty, &judged)
            && !words.contains(&uncertainty.words)
        {
            words.push(uncertainty.words.clone());
        }
        match &criterion.test {
            CriterionTest::Not(part) => self.uncertainties(part, words),
            CriterionTest::Rule(rule) => self.uncertainties(&self.book.rule_criteria[rule.0], words),
            CriterionTest::All(parts) | CriterionTest::Any(parts) => {
                let deciding = parts.iter().filter(|part| self.judge(part).truth == judged.truth);
                deciding.for_each(|part| self.uncertainties(part, words));
            }
            _ => {}
        }
    }

    /// The statements about the reader that decided a yes or a no, the most telling first. Each is true for the answers.
    pub(super) fn statements(&self, criterion: &Criterion) -> Vec<DutyText> {
        let Judgement { truth, certain, .. } = self.judge(criterion);
        let cause = criterion.uncertainty.as_deref().map(|uncertainty| &uncertainty.cause);
        if matches!(cause, Some(UncertaintyCause::Assumed(_))) && !certain {
            return vec![];
        }
        match &criterion.test {
            CriterionTest::Unknown(_) => vec![],
            CriterionTest::Not(part) => self.statements(part),
            CriterionTest::Rule(id) => {
                let rule = &self.book.rules[id.0];
                let is_certain_rule = self.judge(&self.book.rule_criteria[id.0]).certain;
                match (truth, &rule.because_not) {
                    (Truth::Yes, Some(_)) if is_certain_rule => vec![rule.because.clone()],
                    // The answers say more than a rule that a source only leans to: "ai angajat pe cineva".
                    (Truth::Yes, Some(_)) => self.statements(&self.book.rule_criteria[id.0]),
                    (Truth::Yes, None) if rule.is_statement => vec![rule.because.clone()],
                    // One statement is about a fact that does not apply.
                    (_, Some(because_not)) => match self.statements(&self.book.rule_criteria[id.0]) {
                        one if one.len() == 1 => one,
                        _ => vec![because_not.clone()],
                    },
                    (_, None) if rule.is_statement => self.subject().into_iter().collect(),
                    (_, None) => self.statements(&self.book.rule_criteria[id.0]),
                }
            }
            CriterionTest::Options(fact, wanted) => {
                self.of_test(*fact, |of| self.of_options(of, *fact, *wanted, truth))
            }
            CriterionTest::Flag(fact, _) => self.of_test(*fact, |of| {
                let because = of.because.as_ref();
                let is_true = self.answers.get(*fact) == Some(FactAnswer::Flag(true));
                because
                    .and_then(|because| if is_true { because.yes.clone() } else { because.no.clone() })
                    .into_iter()
                    .collect()
            }),
            CriterionTest::Number(fact, threshold) => self.of_test(*fact, |of| {
                let amount = self.figures.amount(of, threshold);
                amount.and_then(|amount| of_number(of, threshold.kind, amount, truth)).into_iter().collect()
            }),
            CriterionTest::All(parts) => self.of_parts(parts, truth, truth == Truth::No),
            CriterionTest::Any(parts) => self.of_parts(parts, truth, truth == Truth::Yes),
        }
    }

    /// The statements of the parts that have this value. If one of them decides, the certain one, and rather not the
    /// one that only names the subject.
    fn of_parts(&self, parts: &[Criterion], truth: Truth, one_decides: bool) -> Vec<DutyText> {
        let same: Vec<_> =
            parts.iter().map(|part| (part, self.judge(part))).filter(|(_, judged)| judged.truth == truth).collect();
        let subject = self.subject();
        if one_decides {
            let certain: Vec<_> = same.iter().filter(|(_, judged)| judged.certain).collect();
            let candidates = if certain.is_empty() { same.iter().collect() } else { certain };
            let mut found = candidates.iter().map(|(part, _)| self.statements(part)).peekable();
            let first = found.peek().cloned().unwrap_or_default();
            let only_subject = |of: &Vec<DutyText>| of.iter().all(|statement| Some(statement) == subject.as_ref());
            return match truth {
                Truth::Yes => found.find(|of| !only_subject(of)).unwrap_or(first),
                _ => first,
            };
        }
        // What was not asked explains a yes only where nothing else does.
        let (unasked, asked): (Vec<_>, Vec<_>) =
            same.iter().partition(|(part, _)| truth == Truth::Yes && self.is_unasked(part));
        let telling = if asked.is_empty() { unasked } else { asked };
        let mut all: Vec<DutyText> = Vec::new();
        for statement in telling.iter().flat_map(|(part, _)| self.statements(part)) {
            if !all.contains(&statement) {
                all.push(statement);
            }
        }
        let is_general = |statement: &DutyText| {
            let mut general = self.book.rules.iter().filter(|rule| rule.is_statement).map(|rule| &rule.because);
            Some(statement) == subject.as_ref() || general.any(|general| general == statement)
        };
        let telling: Vec<_> = all.iter().filter(|statement| !is_general(statement)).cloned().collect();
        if telling.is_empty() { all } else { telling }
    }

    /// Whether only questions that are not asked of the reader decided.
    fn is_unasked(&self, criterion: &Criterion) -> bool {
        match &criterion.test {
            CriterionTest::Unknown(_) => false,
            CriterionTest::Not(part) => self.is_unasked(part),
            CriterionTest::Rule(rule) => self.is_unasked(&self.book.rule_criteria[rule.0]),
            CriterionTest::Options(fact, _) | CriterionTest::Flag(fact, _) | CriterionTest::Number(fact, _) => {
                self.gate(*fact).truth == Truth::No
            }
            CriterionTest::All(parts) | CriterionTest::Any(parts) => {
                let truth = self.judge(criterion).truth;
                parts.iter().filter(|part| self.judge(part).truth == truth).all(|part| self.is_unasked(part))
            }
        }
    }

    /// The statements about a fact. One that does not apply has words of its own: the negation of its answers would be
    /// a claim about a question that was never asked.
    fn of_test(&self, id: FactId, answered: impl Fn(&Fact) -> Vec<DutyText>) -> Vec<DutyText> {
        let fact = self.book.fact(id);
        match &fact.not_asked_because {
            Some(words) if self.gate(id).truth == Truth::No => vec![self.unasked_before(id).unwrap_or(words).clone()],
            _ if Some(id) == self.book.subject => self.subject().into_iter().collect(),
            _ => answered(fact),
        }
    }

    /// The words of the first question that was not asked either, and on whose answer it depends whether this one is
    /// asked.
    fn unasked_before(&self, id: FactId) -> Option<&DutyText> {
        let gate = self.book.gates[id.0].as_ref()?;
        let parts = match &gate.test {
            CriterionTest::All(parts) => parts,
            _ => std::slice::from_ref(gate),
        };
        let mut facts = parts.iter().filter_map(|part| match part.test {
            CriterionTest::Options(fact, _) | CriterionTest::Flag(fact, _) | CriterionTest::Number(fact, _) => {
                Some(fact)
            }
            _ => None,
        });
        let before = facts.find(|fact| self.gate(*fact).truth == Truth::No)?;
        let words = self.book.fact(before).not_asked_because.as_ref()?;
        Some(self.unasked_before(before).unwrap_or(words))
    }

    fn of_options(&self, of: &Fact, fact: FactId, wanted: u32, truth: Truth) -> Vec<DutyText> {
        let chosen = match self.answers.get(fact) {
            Some(FactAnswer::One(option)) => 1 << option,
            Some(FactAnswer::Many { yes, .. }) => yes,
            _ => 0,
        };
        let options = of.options.iter().zip(0..).filter(|(_, index)| wanted & (1 << index) != 0);
        match truth {
            Truth::Yes => {
                // An option says what the one says that it implies.
                let implied = of.implied_by(wanted & chosen);
                let chosen = options.filter(|(_, index)| chosen & !implied & (1 << index) != 0);
                chosen.map(|(option, _)| option.because.yes.clone()).take(MAX_STATEMENTS).collect()
            }
            _ => options.filter_map(|(option, _)| option.because.no.clone()).collect(),
        }
    }

    /// What kind of reader it is, if the reader said so.
    fn subject(&self) -> Option<DutyText> {
        let id = self.book.subject?;
        let FactAnswer::One(option) = self.answers.get(id)? else { return None };
        self.book.fact(id).options.get(option).map(|option| option.because.yes.clone())
    }
}

fn of_number(fact: &Fact, kind: ThresholdKind, threshold: ThresholdAmount, truth: Truth) -> Option<DutyText> {
    debug_assert_eq!(fact.kind, FactKind::Number);
    let because = fact.because.as_ref()?;
    let is_above = (truth == Truth::Yes) == (kind != ThresholdKind::AtMost);
    if threshold.number == ExactNumber::ZERO && kind == ThresholdKind::MoreThan {
        let words = if is_above { &because.some } else { &because.none };
        if words.is_some() {
            return words.clone();
        }
    }
    let words = if is_above { because.above.as_ref() } else { because.below.as_ref() }?;
    let (ro, en) = amount(fact, threshold);
    Some(DutyText { ro: words.ro.replace("{n}", &ro), en: words.en.replace("{n}", &en) })
}

/// The threshold as readers write it: "24.300 de lei" and "24,300 lei".
pub(super) fn amount(fact: &Fact, ThresholdAmount { number, in_euro }: ThresholdAmount) -> (String, String) {
    let (ro, en) = (number.counting(Language::Ro), number.counting(Language::En));
    let unit = match (in_euro, fact.money) {
        (true, _) => "euro",
        (false, true) => "lei",
        (false, false) => return (ro, en),
    };
    (format!("{ro} {unit}"), format!("{en} {unit}"))
}

/// The statements after "fiindcă" and "because". The second does not repeat the verb: "ai o locuință și un teren".
pub(super) fn because(statements: &[DutyText]) -> DutyText {
    let mut statements = statements.to_vec();
    if let [first, second] = &mut statements[..] {
        for (ro, en) in VERBS {
            drop_repeated(ro, &first.ro, &mut second.ro);
            drop_repeated(en, &first.en, &mut second.en);
        }
    }
    let DutyText { ro, en } = joined(&statements, " și ", " and ").unwrap_or_default();
    DutyText { ro: format!("fiindcă {ro}"), en: format!("because {en}") }
}

/// Removes the verb from the second statement if both begin with it.
fn drop_repeated(verb: &str, first: &str, second: &mut String) {
    if first.starts_with(verb) && second.starts_with(verb) {
        second.drain(..verb.len());
    }
}
