//! `paragraf law`: legal texts in every format, and what is wrong with bad ones.

use serde_json::Value;

use super::parsed;
use crate::support::binary::Home;
use crate::support::data;

const ACT: &str = "LEGE nr. 239 din 15 decembrie 2025 pentru stabilirea unor măsuri\n\nArticolul I\n\nLegea societăților nr. 31/1990 se modifică.\n\nPrevederile art. 5 intră în vigoare la 30 de zile de la data publicării prezentei legi.\n";

fn kinds(part: &Value) -> Vec<&str> {
    part["mentions"].as_array().expect("mentions").iter().filter_map(|mention| mention["kind"].as_str()).collect()
}

#[test]
fn every_format_gives_mentions_with_their_places() {
    let home = Home::new();
    home.write("act.txt", ACT);
    home.write(
        "act.md",
        "# Legea\n\n##### Articolul 1\n\n[art. 516 din Legea nr. 287/2009](https://legislatie.just.ro/1)\n",
    );
    home.write(
        "acts.jsonl",
        "{\"title\": \"LEGE nr. 2\", \"provisions\": [{\"label\": \"Articolul 1\", \"text\": \"45 lei\"}]}\n",
    );
    let plain = parsed(&home.ok(&["law", "read", "act.txt", "--json", "--published", "2025-12-15"]));
    let mentions = plain["acts"][0]["parts"][0]["mentions"].as_array().expect("mentions").clone();
    for mention in &mentions {
        let [start, end] = ["start", "end"].map(|key| mention[key].as_u64().expect("an offset") as usize);
        assert_eq!(mention["text"], ACT[start..end]);
    }
    let act = &plain["acts"][0];
    assert_eq!(
        (act["heading"]["act"]["type"].as_str(), act["heading"]["act"]["numbers"][0].as_str()),
        (Some("LEGE"), Some("239"))
    );
    assert_eq!(act["timetable"]["in_force"], "2025-12-18");
    assert_eq!(act["timetable"]["provisions"][0]["in_force"], "2026-01-14");
    let markdown = parsed(&home.ok(&["law", "read", "act.md", "--json"]));
    let part = &markdown["acts"][0]["parts"][0];
    assert!(kinds(part).ends_with(&["provision", "citation"]), "{part}");
    let lines = parsed(&home.ok(&["law", "read", "acts.jsonl", "--json"]));
    assert_eq!(lines["totals"], serde_json::json!({"figure": 1}));
    let listed = home.ok(&["law", "read", "act.txt"]);
    assert!(listed.contains("LEGE 31/1990") && listed.contains("30 days after publication"), "{listed}");
    assert!(home.run_with_input(&["law", "read", "-", "--counts"], ACT.as_bytes()).out.contains("citation"));
}

#[test]
fn a_text_that_cannot_be_read_is_refused_with_its_line() {
    let home = Home::new();
    home.write("bad.jsonl", "{\"provisions\": []}\n{\"provisions\": [}\n");
    home.write("latin.txt", b"Articolul 1\nPre\xbaedinte".as_slice());
    home.write("empty.txt", "\n \n");
    for (file, words) in [
        ("bad.jsonl", &["bad.jsonl", "line 2", "--format"][..]),
        ("latin.txt", &["latin.txt", "line 2", "save the text as UTF-8"]),
        ("empty.txt", &["empty.txt", "no text"]),
        ("missing.txt", &["cannot read missing.txt"]),
    ] {
        let ran = home.run(&["law", "read", file]);
        assert_eq!(ran.code, 1, "{file}");
        assert!(words.iter().all(|word| ran.err.contains(word)), "{file}: {}", ran.err);
    }
}

/// Runs over the laws of a year, which are too large for the repository.
#[test]
fn every_law_of_a_year_is_read() {
    const LAWS: &str = "laws-2025.jsonl";
    let Some(folder) = data::folder(LAWS) else { return };
    let laws = folder.join(LAWS);
    let report = parsed(&Home::new().ok(&["law", "read", &laws.display().to_string(), "--json", "--counts"]));
    for (kind, least) in [
        ("citation", 1400),
        ("provision", 3900),
        ("gazette", 255),
        ("operation", 1000),
        ("term", 200),
        ("entry_into_force", 24),
    ] {
        assert!(report["totals"][kind].as_u64().is_some_and(|found| found >= least), "{kind}: {report}");
    }
}

#[test]
fn a_record_keeps_its_identity_when_its_first_provision_names_another_act() {
    let home = Home::new();
    let record = r#"{"title": "LEGE nr. 16 din 15 ianuarie 2026", "provisions": [{"label": "Articolul I", "text": "Legea nr. 199/2023, publicată în Monitorul Oficial al României, Partea I, nr. 614 din 5 iulie 2023, se modifică."}]}"#;
    home.write("act.json", record);
    let read = parsed(&home.ok(&["law", "read", "act.json", "--json"]));
    let act = &read["acts"][0];
    assert_eq!(act["heading"]["act"]["numbers"][0], "16");
    assert!(act["timetable"].get("in_force").is_none(), "{act}");
}
