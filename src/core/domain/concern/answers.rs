//! What a reader answered.

use serde_json::{Map, Value};

use super::book::FactBook;
use super::fact::{Fact, FactId, FactKind};
use super::number::{Hundredths, Rate};
use crate::domain::text::{nearest, shorten};

/// The name of the rate of the euro among the facts. The server brings it, not the reader.
const EUR_RATE: &str = "eur_rate";

/// The answers of one reader. An answer "none of these" is an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Answers {
    /// In the order of the facts; `None` if not answered.
    given: Vec<Option<FactAnswer>>,
    pub(super) eur_rate: Option<Rate>,
}

/// The answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FactAnswer {
    /// The place of the option.
    One(usize),
    /// The chosen options, and those that the reader does not know, as bits. While it is `open`, nothing is said of
    /// the others.
    Many {
        yes: u32,
        unsure: u32,
        open: bool,
    },
    Flag(bool),
    /// The number lies between these, both included. While it is `open`, where in between is still to be asked.
    Between {
        from: Option<Hundredths>,
        to: Option<Hundredths>,
        open: bool,
    },
    /// The reader does not know.
    Unsure,
}

/// An answer that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactProblem {
    /// The fact's id as it was given.
    pub fact: String,
    /// What is wrong, and the remedy.
    pub message: String,
}

impl Answers {
    /// Reads answers by the ids of facts; `null` is no answer.
    ///
    /// # Errors
    /// The first fact or answer that does not exist.
    pub fn read(book: &FactBook, facts: &Map<String, Value>) -> Result<Self, FactProblem> {
        let mut answers = Self::none(book);
        for (name, value) in facts.iter().filter(|(_, value)| !value.is_null()) {
            let problem = |message| FactProblem { fact: shorten(name, 60), message };
            answers.take(book, name, value).map_err(problem)?;
        }
        Ok(answers)
    }

    /// As [`Answers::read`], without the answers that cannot be read: those kept since an earlier version.
    pub fn readable<'v>(book: &FactBook, facts: impl Iterator<Item = (&'v str, &'v Value)>) -> Self {
        let mut answers = Self::none(book);
        for (name, value) in facts {
            // What cannot be read is not answered.
            answers.take(book, name, value).ok();
        }
        answers
    }

    fn none(book: &FactBook) -> Self {
        Self { given: vec![None; book.facts.len()], eur_rate: None }
    }

    fn take(&mut self, book: &FactBook, name: &str, value: &Value) -> Result<(), String> {
        if name == EUR_RATE {
            self.eur_rate = Some(rate(value)?);
            return Ok(());
        }
        let id = book.id(name).ok_or_else(|| unknown_fact(book, name))?;
        self.given[id.0] = Some(answer(book.fact(id), value)?);
        Ok(())
    }

    /// Whether no question is answered.
    pub fn is_empty(&self) -> bool {
        self.given.iter().all(Option::is_none)
    }

    pub fn get(&self, fact: FactId) -> Option<FactAnswer> {
        self.given.get(fact.0).copied().flatten()
    }

    /// Whether the question is still to be asked: it has no answer, or one that is open.
    pub fn is_open(&self, fact: FactId) -> bool {
        matches!(
            self.get(fact),
            None | Some(FactAnswer::Many { open: true, .. } | FactAnswer::Between { open: true, .. })
        )
    }
}

fn unknown_fact(book: &FactBook, name: &str) -> String {
    let known = || book.facts.iter().map(|fact| fact.id.as_str());
    match nearest(name, known()) {
        Some(near) => format!("there is no such fact; did you mean {near}?"),
        None => format!("there is no such fact; facts are {}", known().collect::<Vec<_>>().join(", ")),
    }
}

fn answer(fact: &Fact, value: &Value) -> Result<FactAnswer, String> {
    if value.as_object().is_some_and(|fields| fields.len() == 1 && fields.get("unsure") == Some(&Value::Bool(true))) {
        return Ok(FactAnswer::Unsure);
    }
    match (fact.kind, value) {
        (FactKind::OneOf, Value::String(option)) => Ok(FactAnswer::One(chosen(fact, option)?)),
        (FactKind::OneOf, _) => Err(format!("write one of {}, in quotation marks", fact.option_list())),
        (FactKind::Bool, Value::Bool(flag)) => Ok(FactAnswer::Flag(*flag)),
        (FactKind::Bool, _) => Err("write true or false".to_owned()),
        (FactKind::ManyOf, Value::Array(options)) => Ok(many(fact, bits(fact, options)?, 0, false)),
        (FactKind::ManyOf, Value::Object(fields)) => {
            let of = |name: &str| match fields.get(name) {
                None | Some(Value::Null) => Ok(0),
                Some(Value::Array(options)) => bits(fact, options),
                Some(_) => Err(many_shape(fact)),
            };
            let open = match fields.get("open") {
                None | Some(Value::Null) => false,
                Some(Value::Bool(open)) => *open,
                Some(_) => return Err(many_shape(fact)),
            };
            if fields.keys().any(|name| !["yes", "unsure", "open"].contains(&name.as_str())) {
                return Err(many_shape(fact));
            }
            Ok(many(fact, of("yes")?, of("unsure")?, open))
        }
        (FactKind::ManyOf, _) => Err(many_shape(fact)),
        (FactKind::Number, Value::Number(number)) => {
            let number = hundredths(&number.to_string())?;
            Ok(FactAnswer::Between { from: Some(number), to: Some(number), open: false })
        }
        (FactKind::Number, Value::Object(fields)) => band(fields),
        (FactKind::Number, _) => Err(number_shape()),
    }
}

/// The chosen options with those that they imply, and the unknown ones with those of which one has to be true.
fn many(fact: &Fact, chosen: u32, unsure: u32, open: bool) -> FactAnswer {
    let yes = chosen | fact.implied_by(chosen);
    let necessary = fact.necessary();
    let is_contradictory = !open && (yes | unsure) & necessary == 0;
    let unsure = if is_contradictory { unsure | necessary } else { unsure };
    FactAnswer::Many { yes, unsure: unsure & !yes, open }
}

/// A number between two.
fn band(fields: &Map<String, Value>) -> Result<FactAnswer, String> {
    let is_bound = |name: &String| name == "from" || name == "to";
    if !fields.keys().any(is_bound) || fields.keys().any(|name| !is_bound(name) && name != "open") {
        return Err(number_shape());
    }
    let open = match fields.get("open") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(open)) => *open,
        Some(_) => return Err(number_shape()),
    };
    let of = |name: &str| match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Number(number)) => hundredths(&number.to_string()).map(Some),
        Some(_) => Err(number_shape()),
    };
    let (from, to) = (of("from")?, of("to")?);
    match (from, to) {
        (Some(from), Some(to)) if from > to => Err("from is greater than to; exchange them".to_owned()),
        _ => Ok(FactAnswer::Between { from, to, open }),
    }
}

fn hundredths(text: &str) -> Result<Hundredths, String> {
    Hundredths::parse(text).ok_or_else(|| format!("{text} is not usable; {}", number_shape()))
}

fn number_shape() -> String {
    "write a number from 0 on with at most 15 digits and two decimals, or a band such as {\"from\": 1, \"to\": 2}"
        .to_owned()
}

fn many_shape(fact: &Fact) -> String {
    format!(
        "write a list of {}; [] is none of these, {{\"yes\": [], \"unsure\": []}} also marks what you do not know",
        fact.option_list()
    )
}

fn bits(fact: &Fact, options: &[Value]) -> Result<u32, String> {
    let mut bits = 0;
    for option in options {
        let option = option.as_str().ok_or_else(|| many_shape(fact))?;
        bits |= 1_u32 << chosen(fact, option)?;
    }
    Ok(bits)
}

fn chosen(fact: &Fact, option: &str) -> Result<usize, String> {
    fact.option(option).ok_or_else(|| {
        let shown = shorten(option, 40);
        format!("{shown:?} is not one of its answers; use {}", fact.option_list())
    })
}

/// A rate as a number, a text or an object with the day that it is of.
fn rate(value: &Value) -> Result<Rate, String> {
    let text = match value {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Object(fields) => {
            let is_day = |day: &Value| day.as_str().is_some_and(|day| day.parse::<jiff::civil::Date>().is_ok());
            match fields.get("rate") {
                Some(of_day) if fields.len() == 2 && fields.get("day").is_some_and(is_day) && !of_day.is_object() => {
                    return rate(of_day);
                }
                _ => None,
            }
        }
        _ => None,
    };
    let shape = "write lei for one euro, such as 5.09, or {\"rate\": 5.09, \"day\": \"2026-12-31\"}";
    text.and_then(|text| Rate::parse(&text)).ok_or_else(|| shape.to_owned())
}
