//! `paragraf concerns`, on a fresh machine, with a store and with a server.

use serde_json::{Value, json};

use crate::concerns::{days_of_duties, readers};
use crate::support::binary::Home;

const DAYS: [&str; 4] = ["--today", "2026-11-26", "--until", "2027-02-28"];

fn report(home: &Home, facts: &Value) -> (Value, String) {
    let file = home.write("facts.json", json!({ "facts": facts }).to_string());
    let ran = home.run(&[&["concerns", file.to_str().expect("a path"), "--json"][..], &DAYS].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    (serde_json::from_str(&ran.out).expect("JSON"), ran.err)
}

#[test]
fn a_machine_without_a_store_decides_about_the_demo() {
    let home = Home::new();
    let all = readers();
    let reader = all.readers.iter().find(|reader| reader.id == "micro-srl-3-employees-vat-monthly").expect("a reader");
    let (report, note) = report(&home, &Value::Object(reader.facts.clone()));
    assert!(note.contains("no store"), "{note}");
    assert_eq!(report["duties"]["d300-monthly"]["answer"], "yes");
    assert_eq!(report["duties"]["d300-monthly"]["reason"]["ro"], "fiindcă ai TVA lunar");
    assert_eq!(report["articles"].as_object().map(|articles| articles.len()), Some(78));
    assert_eq!(days_of_duties(&report).len(), reader.dates.len());
    assert!(!home.data().exists(), "nothing is written");

    let file = home.path().join("facts.json");
    let text = home.ok(&[&["concerns", file.to_str().expect("a path")][..], &DAYS].concat());
    for part in ["YES: duties", "  d300-monthly: te privește, fiindcă ai TVA lunar", "NO: articles", "NEXT QUESTION"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn the_articles_come_from_the_store_with_and_without_a_server() {
    let home = Home::new();
    let condition = json!({"condition": {"fact": "vat", "is": "monthly"}, "reason": {
        "yes": {"ro": "fiindcă ai TVA lunar", "en": "because your VAT period is the month"},
        "no": {"ro": "nu ai TVA lunar", "en": "you have no monthly VAT period"}}});
    let step = json!({"id": "pas", "text": "Angajează", "condition": {"rule": "employer"}});
    let article = json!({"slug": "a", "title": "Titlu", "technical_summary": "x", "simple_explanation": "y",
        "importance": 3, "publish_date": "2026-11-01", "topic": "munca", "roles": ["employer"], "steps": [step],
        "deadlines": [{"kind": "due", "date": "2027-01-25", "what": "Depune"}], "concerns": condition});
    let mut plain = article.clone();
    plain["slug"] = "b".into();
    plain.as_object_mut().expect("an object").remove("concerns");
    let file = home.write("articles.json", json!([article, plain]).to_string());
    home.ok(&["import", file.to_str().expect("a path")]);

    let facts = json!({"subject": "srl", "vat": "monthly", "employees": 0});
    let check = |report: &Value| {
        let articles = &report["articles"];
        assert_eq!(articles["a"]["answer"], "yes");
        assert_eq!(articles["a"]["steps"]["pas"], json!({"answer": "no", "certain": true, "missing": []}));
        assert_eq!((&articles["b"]["answer"], &articles["b"]["missing"]), (&json!("maybe"), &json!(["source"])));
        assert!(articles["b"]["reason"]["ro"].as_str().expect("words").contains("angajator"), "{articles}");
        let dates = report["dates"].as_array().expect("dates");
        let of_article: Vec<_> = dates.iter().filter(|row| row["article"].is_string()).collect();
        let row = json!({"date": "2027-01-25", "article": "a", "entry": 0, "form": null, "what": "Depune"});
        assert_eq!(of_article, [&row]);
    };
    let (alone, note) = report(&home, &facts);
    assert_eq!(note, "");
    check(&alone);
    let exported = home.ok(&["articles", "export"]);
    assert!(
        exported.contains(r#""condition":{"rule":"employer"}"#) && exported.contains(r#""concerns":{"#),
        "{exported}"
    );
    let server = home.serve(&[]);
    check(&report(&home, &facts).0);
    server.stop();
}

#[test]
fn a_file_that_cannot_be_read_is_refused_with_the_place_and_the_remedy() {
    let home = Home::new();
    for (text, expected) in [
        (json!({"facts": {"vatt": "no"}}).to_string(), "facts.vatt: there is no such fact; did you mean vat?"),
        (
            json!({"facts": {"vat": "weekly"}}).to_string(),
            "\"weekly\" is not one of its answers; use no, monthly, quarterly, longer",
        ),
        (json!({"facts": {"employees": "3"}}).to_string(), "facts.employees: write a number from 0 on"),
        (json!({"facts": {"employees": {"from": 3, "to": 1}}}).to_string(), "from is greater than to"),
        (
            json!({"facts": {"owns": {"yes": ["castle"]}}}).to_string(),
            "facts.owns: \"castle\" is not one of its answers",
        ),
        (json!({"facts": {"farms": 1}}).to_string(), "facts.farms: write true or false"),
        (json!({"facts": []}).to_string(), "cannot read"),
        (json!({}).to_string(), "missing field `facts`"),
        (json!({"facts": {}, "skiped": []}).to_string(), "skiped: there is no such field; did you mean skipped?"),
        (json!({"facts": {}, "vat": "monthly"}).to_string(), "vat is a fact; write it in facts"),
        (json!({"facts": {}, "colour": 1}).to_string(), "colour: there is no such field; use facts, other_profiles,"),
        (json!([{}]).to_string(), "cannot read"),
        (
            json!({"facts": {}, "until": "2026-01-01", "today": "2026-11-26"}).to_string(),
            "2026-01-01 is before 2026-11-26",
        ),
        (json!({"facts": {}, "until": "2036-01-01", "today": "2026-11-26"}).to_string(), "more than two years"),
        ("{".to_owned(), "cannot read standard input"),
    ] {
        let ran = home.run_with_input(&["concerns", "-"], text.as_bytes());
        assert_eq!(ran.code, 1, "{text}: {ran:?}");
        assert!(ran.err.contains(expected), "{expected}: {ran:?}");
    }
    assert_eq!(home.run(&["concerns", "missing.json"]).code, 1);
    assert_eq!(home.run(&["concerns", "-", "--today", "tomorrow"]).code, 2);
}

#[tokio::test]
async fn the_log_has_nothing_of_the_answers() {
    let home = Home::with_store();
    let server = home.serve(&[]);
    paragraf::tls::install_provider();
    let facts = json!({"subject": "person", "situations": ["pensioner"], "disability": ["own_or_represented"]});
    for (skipped, status) in [(json!([]), 200), (json!(["sickness"]), 400)] {
        let body = json!({"facts": facts, "skipped": skipped});
        let response = reqwest::Client::new().post(server.url("/concerns")).json(&body).send().await;
        assert_eq!(response.expect("an answer").status().as_u16(), status);
    }
    let (_, log) = server.stop_with_log();
    assert_eq!(log.iter().filter(|line| line.contains("/concerns")).count(), 2, "{log:?}");
    let words = ["pensioner", "own_or_represented", "disability", "sickness"];
    assert!(!log.iter().any(|line| words.iter().any(|word| line.contains(word))), "{log:?}");
}
