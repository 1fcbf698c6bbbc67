//! The figures of the law: readers list them, the operator replaces them, editors confirm them.

mod change;
mod check;

use jiff::civil::Date;

use super::browse::live;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::domain::Language;
use crate::domain::act_name::act_name;
use crate::domain::exact_number::ExactNumber;
use crate::domain::law_figure::{FigureValue, LawFigure, LawFigureUnit};
use crate::domain::text;
use crate::error::Result;
use crate::store::law_figures;

pub use change::{FigureApproval, FigureImport, confirm, import};
pub use check::{CheckedValue, ProvisionText, check};

/// Which figures to list, and the day of their values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FigureQuery {
    pub on: Date,
    /// A topic's id.
    pub topic: Option<String>,
    /// Words of which each stands in the name, in either language, in an act or in the id.
    pub words: Option<String>,
}

/// A figure, with its value on a day.
#[derive(Debug)]
pub struct ListedFigure {
    pub figure: LawFigure,
    /// The place of the value of the day.
    pub current: Option<usize>,
    /// The value in lei, of a number of minimum wages.
    pub in_lei: Option<ExactNumber>,
}

impl FigureQuery {
    fn matches(&self, figure: &LawFigure) -> bool {
        let is_topic = self.topic.as_ref().is_none_or(|topic| *topic == figure.topic);
        is_topic && self.words.as_ref().is_none_or(|words| has_words(figure, words))
    }
}

fn has_words(figure: &LawFigure, words: &str) -> bool {
    let names = Language::ALL.map(|language| figure.name.get(language));
    let in_both = |value: &FigureValue| Language::ALL.map(|language| act_name(&value.act, language).into_owned());
    let acts: Vec<String> = figure.values.iter().flat_map(in_both).collect();
    let texts = names.into_iter().chain([figure.id.as_str()]).chain(acts.iter().map(String::as_str));
    let all = texts.map(text::fold).collect::<Vec<_>>().join("\n");
    text::fold(words).split_whitespace().all(|word| all.contains(word))
}

impl ListedFigure {
    /// The value of the day.
    pub fn value(&self) -> Option<&FigureValue> {
        self.current.map(|place| &self.figure.values[place])
    }
}

/// Lists the figures that match, each with its value on the day.
///
/// # Errors
/// `unavailable` while the catalogue is loaded.
pub fn list(app: &App, actor: &Actor, query: &FigureQuery) -> Result<Vec<ListedFigure>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let snapshot = live(app)?;
    let figures = snapshot.figures();
    let listed = figures.list().iter().filter(|figure| query.matches(figure)).map(|figure| {
        let current = figure.values.iter().position(|value| value.is_on(query.on));
        let counts_wages = figure.unit == LawFigureUnit::MinimumWages;
        let value = current.filter(|_| counts_wages).map(|place| figure.values[place].value);
        let in_lei = value.and_then(|value| figures.wages_in_lei(value, query.on));
        ListedFigure { figure: figure.clone(), current, in_lei }
    });
    Ok(listed.collect())
}

/// Returns all figures, as `figures import` reads them.
pub async fn export(app: &App, actor: &Actor) -> Result<Vec<LawFigure>> {
    policy::authorize(actor, Action::ReadUnpublished)?;
    app.store.read(|tx| Ok(law_figures::current(tx)?)).await
}
