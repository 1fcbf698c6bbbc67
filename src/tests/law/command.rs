//! `paragraf law apply`

use serde_json::Value;

use super::{ACT, AFTER, BEFORE};
use crate::support::binary::Home;

fn home() -> Home {
    let home = Home::new();
    home.write("before.md", BEFORE);
    home.write("after.md", AFTER);
    home.write("act.json", ACT);
    home
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn each_operation_is_a_line_and_the_totals_are_the_last() {
    let home = home();
    let lines = json_lines(&home.ok(&["law", "apply", "before.md", "act.json", "--official", "after.md", "--json"]));
    assert_eq!(lines.len(), 13);
    let repeal = &lines[0];
    assert_eq!((repeal["kind"].as_str(), repeal["provision"].as_str()), (Some("repeal"), Some("art. 7 lit. f^1)")));
    assert!(repeal["before"].as_str().is_some_and(|text| text.contains("beneficiarilor reali")));
    assert_eq!(repeal["after"], "f^1) abrogată;");
    let totals = &lines[12];
    assert_eq!(
        (&totals["found"], &totals["applied"], &totals["equal"], &totals["listed"]),
        (&12.into(), &12.into(), &12.into(), &0.into())
    );
}

#[test]
fn readable_output_marks_the_words_that_changed() {
    let home = home();
    let text = home.ok(&["law", "apply", "before.md", "act.json"]);
    assert!(text.contains("[-") && text.contains("-]") && text.contains("{+") && text.contains("+}"), "{text}");
    assert!(text.ends_with("12 operations: 12 applied, 0 left to a person\n"), "{text}");
}

#[test]
fn the_new_form_is_written_and_equal_to_the_official_one() {
    let home = home();
    home.ok(&["law", "apply", "before.md", "act.json", "--form", "new.md"]);
    let again = home.run(&["law", "apply", "new.md", "act.json", "--official", "after.md", "--json"]);
    assert_eq!(again.code, 1, "repealed and added provisions are not repealed and added again");
    let totals = json_lines(&again.out).pop().expect("totals");
    assert_eq!((&totals["equal_articles"], &totals["different_articles"]), (&15.into(), &Value::Array(Vec::new())));
}

#[test]
fn a_listed_operation_is_shown_with_its_text_and_the_exit_code_is_1() {
    let home = home();
    home.write("odd.txt", "Legea societăților nr. 31/1990, republicată, se modifică după cum urmează:\n1. Articolul 900 se abrogă.\n2. În tabelul nr. 1 se modifică tot.\n");
    let ran = home.run(&["law", "apply", "before.md", "odd.txt", "--json"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let lines = json_lines(&ran.out);
    assert_eq!(lines[0]["problem"], "art. 900 does not exist");
    assert_eq!(lines[1]["kind"], "not understood");
    assert_eq!(lines[1]["text"], "2. În tabelul nr. 1 se modifică tot.");
    assert_eq!(lines[2]["listed"], 2);
}

#[test]
fn wrong_files_are_refused_with_the_reason() {
    let home = home();
    home.write("empty.txt", " \n");
    home.write("other.md", BEFORE.replace("nr. 31 din 16 noiembrie 1990", "nr. 32 din 16 noiembrie 1991"));
    for (base, act, message) in [
        (
            "empty.txt",
            "act.json",
            "error: cannot read empty.txt: the text is empty; give a file with the text of an act\n",
        ),
        (
            "other.md",
            "act.json",
            "error: cannot apply act.json to other.md: the amending act does not amend Legea 32/1991; it amends Legea 31/1990\n",
        ),
        ("before.md", "after.md", "error: cannot apply after.md to before.md: the amending act has no operation\n"),
    ] {
        let ran = home.run(&["law", "apply", base, act]);
        assert_eq!((ran.code, ran.err.as_str()), (1, message));
    }
    assert_eq!(home.run(&["law", "apply", "missing.md", "act.json"]).code, 1);
}
