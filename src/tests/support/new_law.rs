//! A law that the stand-in of Portal Legislativ delivers, and the stand-in model's explanation of it.

use serde_json::{Value, json};

/// Law no. 245/2025, from the golden set.
fn law() -> Value {
    serde_json::from_str(include_str!("../explain/golden/lege-245-2025.json")).expect("JSON")
}

pub fn act_text() -> String {
    law()["source"].as_str().expect("a text").to_owned()
}

/// A form of the law that it amends, with an invented text, to show what changes.
pub const BASE: &str = include_str!("legea-273-2006.md");

/// The law as the service delivers it, printed two days before the time of the tests.
pub fn record() -> String {
    let name = "LEGE nr. 245 din 8 ianuarie 2026 pentru modificarea alin. (7) al art. 32 din Legea nr. 273/2006 privind \
                finanțele publice locale și pentru înregistrarea fiscală a punctelor de lucru ale firmelor";
    let printed = "nr. 12 din 8 ianuarie 2026";
    format!(
        "<a:Legi><a:DataVigoare>2026-01-11</a:DataVigoare><a:Emitent>Parlamentul</a:Emitent>\
         <a:LinkHtml>http://legislatie.just.ro/Public/DetaliiDocument/305827</a:LinkHtml><a:Numar>245</a:Numar>\
         <a:Publicatie>Monitorul Oficial</a:Publicatie><a:Text> {name}     EMITENT     PARLAMENTUL ROMÂNIEI       \
         Publicat în MONITORUL OFICIAL {printed}      {text}</a:Text><a:TipAct>LEGE</a:TipAct>\
         <a:Titlu> {name}      EMITENT      Parlamentul       PUBLICAT ÎN Monitorul Oficial {printed}     </a:Titlu></a:Legi>",
        text = act_text()
    )
}

/// An answer whose every figure is in the law.
pub fn answer() -> Value {
    let law = law();
    let at = |place: usize| law["statements"][place].clone();
    let with = |place: usize, more: Value| {
        let mut statement = at(place);
        for (name, value) in more.as_object().expect("fields") {
            statement[name] = value.clone();
        }
        statement
    };
    json!({
        "title": at(0), "in_short": at(1), "technical_summary": [at(4), at(3)], "simple_explanation": [at(0), at(1)],
        "steps": [with(1, json!({ "roles": ["employer"], "date": null }))],
        "effects": [with(2, json!({ "audience": "company" }))],
        "importance": 4, "importance_reason": at(3),
    })
}

/// The same for an urgent change, with a number of days in plain words that the law does not have.
pub fn answer_with_a_wrong_figure() -> Value {
    let (ro, en) = ("Ai 45 de zile pentru cerere.", "You have 45 days for the request.");
    let mut answer = answer();
    answer["importance"] = 5.into();
    answer["simple_explanation"][1] = json!({ "ro": ro, "en": en, "rests_on": ["art. I"] });
    answer
}
