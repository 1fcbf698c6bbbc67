//! `paragraf explain` as a program, with and without a running server.

use paragraf::clock::Clock;
use paragraf::domain::Status;
use paragraf::store::archive::{self, NewDocument};

use super::setting::{act_text, answer, draft};
use crate::cli::commands::both_ways_from;
use crate::support::binary::Home;
use crate::support::stand_in_model::{Reply, StandInModel};

/// A home with a draft of an archived act, and the configuration of the model.
fn home(model: &StandInModel) -> Home {
    let home = Home::new();
    home.write("key", "k3y\n");
    let settings = format!(
        "[explain]\nbase_url = '{}'\nmodel = 'stand-in'\napi_key_file = '{}'\n",
        model.base_url,
        home.path().join("key").display()
    );
    home.write("paragraf.toml", settings);
    let store = home.store();
    let now = Clock::System.now();
    let document =
        NewDocument::new(act_text().as_bytes(), "text/plain; charset=utf-8", "https://legislatie.just.ro/", now);
    let document = document.expect("a small document");
    let mut line = serde_json::to_value(draft("legea", document.sha256())).expect("JSON");
    line["status"] = Status::Draft.as_str().into();
    store.write_blocking(move |tx| Ok(archive::put(tx, &document).map(drop)?)).expect("archived");
    drop(store);
    home.write("draft.jsonl", line.to_string());
    home.ok(&["import", "draft.jsonl"]);
    home
}

#[test]
fn drafts_are_explained_with_and_without_a_server() {
    let model = StandInModel::start(vec![Reply::Text(answer().to_string())]);
    let printed = both_ways_from(
        || home(&model),
        |home| {
            vec![
                home.ok(&["explain", "--drafts", "--dry-run"]),
                home.ok(&["explain", "--drafts"]),
                home.ok(&["explain", "legea"]),
                home.ok(&["articles", "show", "legea", "--with-source"]),
                home.ok(&["articles", "publish", "legea", "--reviewed-by", "Ana Pop"]),
                home.run(&["explain", "legea", "alta"]).out,
            ]
        },
    );
    assert!(printed[0].starts_with("legea: would take up to "), "{}", printed[0]);
    let explained = "legea: explained; 1500 tokens, 0.0000; figures, names, limits, duties, denials and frequencies agree \
                     with the provisions named; whether the explanation says what matters was not checked\n\
                     1 explained (0 held), 0 unchanged, 0 refused; 1500 tokens, 0.0000\n";
    assert_eq!(printed[1], explained);
    assert!(printed[2].starts_with("legea: unchanged; its act was explained before\n"), "{}", printed[2]);
    assert!(printed[3].contains("\nreason: importance: 4 (the language model's reason: "), "{}", printed[3]);
    assert!(printed[3].contains("\nsource: https://legislatie.just.ro/"), "{}", printed[3]);
    assert!(!printed[3].contains("finding: "), "{}", printed[3]);
    assert_eq!(printed[4], "legea: draft -> published\n");
    assert!(printed[5].contains("legea is published; only drafts are explained"), "{}", printed[5]);
    assert_eq!(model.requests().len(), 2);
    assert!(model.requests().iter().all(|request| request["authorization"] == "Bearer k3y"));
}

#[test]
fn exit_codes_distinguish_refusals_from_a_model_that_fails() {
    let refused = Reply::Refusal(401, r#"{"error": {"message": "Wrong key k3y for the model."}}"#);
    let model = StandInModel::start(vec![refused]);
    let home = home(&model);
    let ran = home.run(&["explain", "legea"]);
    assert_eq!(ran.code, 3);
    assert!(ran.out.contains("refused the request with status 401: Wrong key … for the model."), "{}", ran.out);
    assert_eq!(home.run(&["explain", "alta"]).code, 1);
    assert_eq!(home.run(&["explain"]).code, 2);
    let none = Home::with_store();
    let ran = none.run(&["explain", "legea"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("error: no language model is configured"), "{}", ran.err);
}
