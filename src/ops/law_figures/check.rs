//! Looking for the values of figures in the stored texts of their provisions.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::app::App;
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
    let Some(text) = text.and_then(|text| value.provision_of(&text)) else {
        return Ok(ProvisionText::NotStored);
    };
    Ok(if value.stands_in(&text) { ProvisionText::Found } else { ProvisionText::Missing })
}

/// The text of the act: its form on the last day of the value or today, else the act as it was published.
fn act_text(tx: &ReadTx, value: &FigureValue, today: Date) -> Result<Option<String>> {
    let Some(key) = value.act_key() else { return Ok(None) };
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
