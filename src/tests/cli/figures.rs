//! `paragraf figures`

use serde_json::Value;

use crate::support::binary::Home;

fn exported(home: &Home) -> Vec<Value> {
    serde_json::from_str(&home.ok(&["figures", "export"])).expect("a list")
}

#[test]
fn a_list_of_figures_is_exported_changed_confirmed_and_imported() {
    let home = Home::with_store();
    let listed = home.ok(&["figures", "list", "--on", "2026-07-01"]);
    assert!(listed.contains("4.325 de lei") && listed.contains("to verify"), "{listed}");
    let history = home.ok(&["figures", "confirm", "minimum-wage", "--from", "2026-07-01", "--by", "Elena"]);
    assert!(history.contains("Elena"), "{history}");
    home.ok(&["figures", "confirm", "minimum-wage", "--from", "2025-01-01", "--by", "Elena"]);
    let mut list = exported(&home);
    assert_eq!((list.len(), &list[0]["values"][2]["confirmed"]["by"]), (118, &"Elena".into()));
    list[0]["values"][1]["value"] = "4051".into();
    list.retain(|figure| figure["id"] != "parcel-duty");
    let file = home.write("figures.json", serde_json::to_string(&list).expect("JSON"));
    let file = file.to_str().expect("a path");
    assert_eq!(home.ok(&["figures", "import", file]).trim(), "117 figures: 0 new, 1 changed, 1 removed");
    assert_eq!(home.ok(&["figures", "import", file]).trim(), "117 figures: 0 new, 0 changed, 0 removed");
    let values = &exported(&home)[0]["values"];
    assert_eq!((&values[1]["confirmed"], &values[2]["confirmed"]["by"]), (&Value::Null, &"Elena".into()));
    let checked = home.ok(&["figures", "check"]);
    assert!(checked.contains("0 found in their provisions, 0 missing"), "{checked}");
}

#[test]
fn a_list_with_a_mistake_is_refused_with_its_place_and_nothing_changes() {
    let home = Home::with_store();
    let list = exported(&home);
    let changed = |change: fn(&mut Vec<Value>)| {
        let mut list = list.clone();
        change(&mut list);
        serde_json::to_string(&list).expect("JSON")
    };
    for (text, expected) in [
        (changed(|list| list[2]["values"] = Value::Array(vec![])), "figure 3 (minimum-wage-hours), values"),
        (changed(|list| list[0]["values"][0]["value"] = 3700.into()), "expected a string"),
        (changed(|list| list.retain(|figure| figure["id"] != "micro-ceiling")), "the figure micro-ceiling is missing"),
        ("[]".to_owned(), "it has 0 figures"),
    ] {
        let file = home.write("figures.json", &text);
        let ran = home.run(&["figures", "import", file.to_str().expect("a path")]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains(expected), "{expected}: {ran:?}");
    }
    assert_eq!(exported(&home), list);
}
