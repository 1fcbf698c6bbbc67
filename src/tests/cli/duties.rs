//! `paragraf duties`, and what the log of a server has of a private calendar.

use serde_json::Value;

use crate::support::binary::Home;

#[test]
fn a_list_of_duties_is_exported_changed_and_imported() {
    let home = Home::with_store();
    assert!(home.ok(&["duties", "list"]).contains("d112-monthly"));
    let exported = home.ok(&["duties", "export"]);
    let mut list: Vec<Value> = serde_json::from_str(&exported).expect("a list");
    assert_eq!(list.len(), 76);
    list.truncate(2);
    list[1]["title"]["ro"] = "Alt titlu".into();
    let file = home.write("duties.json", serde_json::to_string(&list).expect("JSON"));
    let file = file.to_str().expect("a path");
    assert_eq!(home.ok(&["duties", "import", file]).trim(), "2 duties: 0 new, 1 changed, 74 removed");
    assert_eq!(home.ok(&["duties", "import", file]).trim(), "2 duties: 0 new, 0 changed, 0 removed");
    let again: Vec<Value> = serde_json::from_str(&home.ok(&["duties", "export"])).expect("a list");
    assert_eq!((again.len(), &again[1]["title"]["ro"], &again[1]["revision"]), (2, &"Alt titlu".into(), &1.into()));
}

#[test]
fn a_list_with_a_mistake_is_refused_with_its_place_and_nothing_changes() {
    let home = Home::with_store();
    let mut list: Vec<Value> = serde_json::from_str(&home.ok(&["duties", "export"])).expect("a list");
    list[2]["roles"] = Value::Array(vec![]);
    for (text, expected) in [
        (serde_json::to_string(&list).expect("JSON"), "duty 3 (d100-micro-quarterly), roles: name one at least"),
        ("[]".to_owned(), "it has 0 duties"),
        ("[{\"id\": 1}]".to_owned(), "line 1"),
        (String::new(), "cannot read"),
    ] {
        let file = home.write("duties.json", &text);
        let ran = home.run(&["duties", "import", file.to_str().expect("a path")]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains(expected), "{expected}: {ran:?}");
    }
    assert_eq!(serde_json::from_str::<Vec<Value>>(&home.ok(&["duties", "export"])).expect("a list").len(), 76);
}

#[tokio::test]
async fn the_log_has_no_secret_of_a_private_calendar() {
    let home = Home::with_store();
    let server = home.serve(&[]);
    let secret = "S".repeat(43);
    paragraf::tls::install_provider();
    for (query, status) in [("?x=1", 404), ("", 404)] {
        let answer = reqwest::get(server.url(&format!("/calendars/{secret}.ics{query}"))).await.expect("an answer");
        assert_eq!(answer.status().as_u16(), status);
        assert!(!answer.text().await.expect("text").contains(&secret));
    }
    let (_, log) = server.stop_with_log();
    let requests: Vec<_> = log.iter().filter(|line| line.contains("/calendars/{file}")).collect();
    assert_eq!(requests.len(), 2, "{log:?}");
    assert!(!log.iter().any(|line| line.contains(&secret)), "{log:?}");
}
