//! Looking for the values of figures in the stored texts of their provisions.

use jiff::civil::Date;
use paragraf_law::form;
use paragraf_law::lookup::{self, LearnedNames, Target};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::ActKey;
use crate::domain::law_figure::FigureValue;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::{ReadTx, acts, archive, forms, law_figures};

/// Whether a value stands in the stored text of its provision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProvisionText {
    /// The text has the number.
    Found,
    /// The text does not have the number.
    Missing,
    /// The store has no text of the provision on the day of the value.
    NotStored,
}

/// A value, looked for in the text of its provision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedValue {
    /// The id of the figure.
    pub figure: String,
    pub value: FigureValue,
    pub text: ProvisionText,
}

/// Looks for each value in the stored text of its provision.
pub async fn check(app: &App, actor: &Actor) -> Result<Vec<CheckedValue>> {
    policy::authorize(actor, Action::ReadSources)?;
    let today = app.clock.today();
    let read = move |tx: &ReadTx| {
        let mut checked = Vec::new();
        for figure in law_figures::current(tx)? {
            for value in figure.values {
                let text = look_for(tx, &value, today)?;
                checked.push(CheckedValue { figure: figure.id.clone(), value, text });
            }
        }
        Ok(checked)
    };
    app.store.read(read).await
}

fn look_for(tx: &ReadTx, value: &FigureValue, today: Date) -> Result<ProvisionText> {
    let text = act_text(tx, value, today)?;
    let Some(text) = text.and_then(|text| provision(&text, value.provision.as_deref())) else {
        return Ok(ProvisionText::NotStored);
    };
    Ok(if value.stands_in(&text) { ProvisionText::Found } else { ProvisionText::Missing })
}

/// The text of the act: its form on the last day of the value or today, else the act as it was published.
fn act_text(tx: &ReadTx, value: &FigureValue, today: Date) -> Result<Option<String>> {
    let references = lookup::read(&value.act, &LearnedNames::default()).references;
    let act = references.into_iter().find_map(|reference| match reference.target {
        Target::Act(act) => act.to_act(),
        _ => None,
    });
    let Some(key) = act.as_ref().and_then(ActKey::of) else { return Ok(None) };
    let day = value.until.map_or(today, |until| until.min(today));
    let form = forms::of_act(tx, &key)?.into_iter().rfind(|form| form.date <= day);
    let sha256 = match form {
        Some(form) => Some(form.text_sha256),
        None => acts::get(tx, &key)?.map(|act| act.text_sha256),
    };
    let Some(sha256) = sha256 else { return Ok(None) };
    let document = archive::get(tx, &sha256)?;
    Ok(document.map(|document| String::from_utf8_lossy(&document.bytes).into_owned()))
}

/// The text of the articles that the provision names; without a provision, the whole text. `None` if there is no such
/// article.
fn provision(text: &str, named: Option<&str>) -> Option<String> {
    let Some(named) = named else { return Some(text.to_owned()) };
    let form = form::read::read(text).ok()?;
    let numbers = named.split("art. ").skip(1).filter_map(|part| part.split([' ', ',', ';']).next());
    let labels: Vec<_> = numbers.filter_map(form::read::article_label).collect();
    let articles = form.articles().filter(|article| {
        article.unit.label.as_ref().is_some_and(|label| article.series == 0 && labels.contains(label))
    });
    let found = articles.map(|article| article.unit.flat()).collect::<Vec<_>>().join("\n");
    (!found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provision_is_the_text_of_its_articles() {
        let text = "Articolul I\nSe modifică.\nArticolul II\n(1) Suma este de 45 lei.\nArticolul III\nAlta.";
        let found = |named| provision(text, named).unwrap_or_default();
        assert!(found(Some("art. II")).contains("45 lei") && !found(Some("art. II")).contains("Alta"));
        assert!(found(Some("art. I, art. III alin. (1)")).contains("Alta"));
        assert!(!found(Some("art. I")).contains("45"));
        assert_eq!((found(Some("art. 9")), found(Some("anexa 2"))), (String::new(), String::new()));
        assert_eq!(found(None), text);
    }
}
