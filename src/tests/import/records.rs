//! Refused records and their messages.

use paragraf::ops::import::ImportOptions;
use serde_json::{Value, json};

use super::{ImportTest, lines, record};

/// Imports a valid record with some fields changed and returns the messages.
fn messages_for(change: Value) -> Vec<String> {
    let mut record = record("a");
    let fields = change.as_object().expect("an object");
    for (name, value) in fields {
        record[name] = value.clone();
    }
    ImportTest::new().import(&[("a.jsonl", &lines(&[record]))], ImportOptions::default()).messages()
}

#[track_caller]
fn check(change: Value, expected: &str) {
    assert_eq!(messages_for(change.clone()), [format!("a.jsonl, line 1: {expected}")], "{change}");
}

#[test]
fn importance_is_a_whole_number_from_1_to_5() {
    for (bad, shown) in [(json!(9), "9"), (json!("five"), "\"five\""), (json!(2.5), "2.5"), (json!([]), "a list")] {
        check(
            json!({"importance": bad}),
            &format!("importance: is {shown}; write a whole number from 1 (trivial) to 5 (urgent)"),
        );
    }
    check(json!({"importance": null}), "importance: is missing; write a whole number from 1 to 5");
    assert!(messages_for(json!({"importance": "5"})).is_empty());
}

#[test]
fn an_impossible_day_is_named() {
    check(
        json!({"publish_date": "2026-02-30"}),
        "publish_date: is 2026-02-30, which does not exist; write an existing day as YYYY-MM-DD",
    );
    check(json!({"in_force_date": "15.12.2025"}), "in_force_date: is \"15.12.2025\"; write it as 2025-12-15");
    check(
        json!({"deadlines": [{"kind": "due", "date": "2026-05-25", "what": "x"},
            {"kind": "ends", "date": "2026-13-01", "what": "y"}]}),
        "deadlines[1].date: is 2026-13-01, which does not exist; write an existing day as YYYY-MM-DD",
    );
}

#[test]
fn html_script_and_other_links_are_refused_in_every_text() {
    let html = "contains HTML; write plain text or a little Markdown: *emphasis*, [links](https://…), lists";
    let script = "vezi <script>alert(1)</script>";
    check(json!({"title": script}), &format!("title: {html}"));
    check(json!({"technical_summary": script}), &format!("technical_summary: {html}"));
    check(json!({"simple_explanation": "<img src=x onerror=alert(1)>"}), &format!("simple_explanation: {html}"));
    check(json!({"steps": [{"text": "a"}, {"text": script}]}), &format!("steps[1].text: {html}"));
    check(json!({"domains": ["<b>"]}), &format!("domains[0]: {html}"));
    check(json!({"act": {"type": "<b>", "year": 2025}}), &format!("act.type: {html}"));
    check(
        json!({"simple_explanation": "[aici](javascript:alert(1))"}),
        "simple_explanation: has a link to something other than the web; links begin with https://",
    );
    check(json!({"title": "bell\u{7}"}), "title: contains a control character; only line breaks and tabs are allowed");
    assert!(messages_for(json!({"title": "Taxa < 5% și > 3%, **ferm**"})).is_empty());
}

#[test]
fn an_unknown_field_is_reported_with_the_nearest_known_name() {
    let warned = |field: &str, near: &str| {
        format!("{field}: is not a field of an article and was ignored; did you mean {near}? (1x)")
    };
    check(json!({"importanec": 3}), &warned("importanec", "importance"));
    check(json!({"xyz": 3}), "xyz: is not a field of an article and was ignored (1x)");
    check(
        json!({"act": {"type": "LEGE", "year": 2025, "nubmer": "1"}}),
        "act.nubmer: is not a field of an act and was ignored; did you mean number? (1x)",
    );
    let api = json!({"likes": 3, "bookmarks": 1, "revision": 2, "updated_at": "x", "lang": "ro", "languages": ["ro"]});
    assert!(messages_for(api).is_empty());
    check(
        json!({"lang": "en"}),
        "lang: is \"en\"; write the article's texts in Romanian and other languages in translations",
    );
}

#[test]
fn addresses_topic_slug_and_status_are_checked() {
    check(
        json!({"file_url": "https://example.com/a.pdf"}),
        "file_url: names the host example.com; allowed are monitoruloficial.ro, www.monitoruloficial.ro, legislatie.just.ro, static.anaf.ro (fetch.allowed_hosts)",
    );
    check(
        json!({"source_url": "javascript:alert(1)"}),
        "source_url: is \"javascript:alert(1)\"; write an address that begins with https:// or http://",
    );
    check(
        json!({"topic": "chirii"}),
        "topic: \"chirii\" is not a topic; topics are inchirieri, afaceri, fiscalitate, munca, finante, terenuri, subventii, consumatori, digital, constructii, altele",
    );
    check(
        json!({"slug": "Legea Nouă"}),
        "slug: is \"Legea Nouă\"; use a-z, 0-9 and hyphens inside, 1 to 120 characters, such as legea-noua",
    );
    check(json!({"status": "public"}), "status: is \"public\"; use draft, published or withdrawn");
}

#[test]
fn lengths_and_shapes_are_bounded() {
    check(json!({"title": "ș".repeat(201)}), "title: has 201 characters; at most 200 are allowed");
    check(json!({"domains": "chirii"}), "domains: is \"chirii\"; write a list of texts: [\"…\", \"…\"]");
    check(
        json!({"steps": null, "implementation_key_points": vec!["x"; 31]}),
        "implementation_key_points: has 31 items; at most 30 are allowed",
    );
    check(
        json!({"deadlines": [{"kind": "due", "what": "x"}]}),
        "deadlines[0]: has neither date, recurs, within nor rule; write one of them",
    );
    check(json!({"title": ["x"]}), "title: is a list; write a text in quotation marks");
}

#[test]
fn steps_have_unique_ids_known_roles_and_one_form() {
    let step = |fields: serde_json::Value| json!({"implementation_key_points": null, "steps": [fields]});
    check(
        step(json!({"text": "a", "id": "Pas 1"})),
        "steps[0].id: is \"Pas 1\"; use a-z, 0-9 and hyphens, 1 to 60 characters",
    );
    check(
        step(json!({"text": "a", "roles": ["landlrd"]})),
        "steps[0].roles[0]: \"landlrd\" is not a role; roles are landlord, tenant, home_owner, car_owner, company, \
         vat_payer, self_employed, employer, employee, farmer, land_owner, consumer, investor, pensioner, association",
    );
    check(step(json!({"date": "2026-05-25"})), "steps[0].text: is missing; write what to do");
    check(
        json!({"implementation_key_points": null, "steps": [{"id": "a", "text": "x"}, {"id": "a", "text": "y"}]}),
        "steps[1].id: repeats \"a\"; give each step its own id",
    );
    check(
        json!({"implementation_key_points": ["x"], "steps": [{"text": "y"}]}),
        "implementation_key_points: differs from steps; keep one of the two, steps if you can",
    );
    let both = json!({"implementation_key_points": ["x"], "steps": [{"text": "x", "roles": ["tenant"]}]});
    assert!(messages_for(both).is_empty(), "the API returns both");
}

#[test]
fn dated_entries_have_a_kind_and_a_sound_rule() {
    let entry = |fields: serde_json::Value| {
        let mut entry = json!({"kind": "due", "what": "x"});
        fields.as_object().expect("fields").iter().for_each(|(name, value)| entry[name] = value.clone());
        json!({ "deadlines": [entry] })
    };
    check(
        json!({"deadlines": [{"date": "2026-05-25", "what": "x"}, {"date": "2027-05-25", "what": "y"}]}),
        "deadlines: has an entry without kind, which was imported as due; add \"kind\": \"due\" (do by), \"starts\" \
         (applies from) or \"ends\" (valid until) (1x)",
    );
    check(entry(json!({"kind": "until", "rule": "x"})), "deadlines[0].kind: is \"until\"; use due, starts or ends");
    check(
        entry(json!({"recurs": {"monthly": 32}})),
        "deadlines[0].recurs.monthly: is \"32\"; use a day from 1 to 31, or \"last\"",
    );
    check(
        entry(json!({"recurs": {"yearly": ["03-31", "02-30"]}})),
        "deadlines[0].recurs.yearly[1]: is \"02-30\"; write an existing day as MM-DD, such as 03-31",
    );
    let forms = "write {\"monthly\": 25}, {\"monthly\": \"last\"} or {\"yearly\": [\"03-31\", \"09-30\"]}";
    check(
        entry(json!({"recurs": {"monthly": 1, "yearly": ["03-31"]}})),
        &format!("deadlines[0].recurs: has not exactly one of monthly and yearly; {forms}"),
    );
    check(
        entry(json!({"within": {"days": 0}})),
        "deadlines[0].within.days: is \"0\"; use a whole number from 1 to 9999",
    );
    check(
        entry(json!({"within": {"days": 3}, "shift": "fiscal"})),
        "deadlines[0].shift: is \"fiscal\"; use tax, next or previous, or leave it out",
    );
    check(
        entry(json!({"date": "2026-05-25", "shift": "tax"})),
        "deadlines[0].shift: has nothing to move; remove it: only recurs and within are moved, a date never is",
    );
    let sound = json!({"recurs": {"monthly": "last"}, "shift": "tax", "rule": "lunar", "roles": ["company"],
        "next_date": "2026-05-25", "state": "ahead"});
    assert!(messages_for(entry(sound)).is_empty());
}

#[test]
fn the_main_source_is_the_first_one() {
    let sources = json!([{"url": "https://anaf.ro/", "title": "ANAF"}]);
    assert!(messages_for(json!({"sources": sources, "source_url": "https://anaf.ro/"})).is_empty());
    check(
        json!({"sources": sources, "source_url": "https://pwc.ro/"}),
        "source_url: is not the first of sources; move it to the front, or remove it",
    );
    check(json!({"sources": [{"title": "ANAF"}]}), "sources[0].url: is missing; write the address of the source");
    check(json!({"in_short": "x".repeat(201)}), "in_short: has 201 characters; at most 200 are allowed");
    check(
        json!({"provenance": {"reviewed_at": "ieri"}}),
        "provenance.reviewed_at: is \"ieri\"; write the day as YYYY-MM-DD, such as 2025-12-15",
    );
}

#[test]
fn a_translation_has_the_same_steps_and_deadlines() {
    let english = json!({"title": "A", "technical_summary": "B", "simple_explanation": "C",
        "implementation_key_points": ["one"], "deadlines": [{"what": "x"}]});
    assert_eq!(
        messages_for(json!({"translations": {"en": english, "de": {"title": "A"}, "ro": {"title": "A"}}})),
        [
            "a.jsonl, line 1: translations.en.implementation_key_points: has 1 steps; the article has 2; write as many",
            "a.jsonl, line 1: translations.en.deadlines: has 1 items; the article has 0; write as many, or none",
            "a.jsonl, line 1: translations.ro: is not a translation; write the Romanian texts in the article itself",
            "a.jsonl, line 1: translations.de: is not a language of translations; the only one is en",
        ]
    );
}

#[test]
fn all_problems_of_a_record_are_reported_at_once() {
    let outcome =
        ImportTest::new().import(&[("a.jsonl", "{\"titel\": \"A\", \"importance\": 0}\n")], ImportOptions::default());
    let fields: Vec<_> =
        outcome.messages().iter().filter_map(|line| Some(line.split(": ").nth(1)?.to_owned())).collect();
    let expected = ["title", "technical_summary", "simple_explanation", "importance", "publish_date", "topic", "titel"];
    assert_eq!(fields, expected);
    assert_eq!(outcome.counts(), [0, 0, 0, 1, 1]);
}

#[test]
fn a_repeated_slug_is_refused_with_the_location_of_the_first() {
    let test = ImportTest::new();
    let same = lines(&[record("a"), record("b"), record("a")]);
    let outcome = test.import(&[("one.jsonl", &same), ("two.jsonl", &lines(&[record("b")]))], ImportOptions::default());
    let remedy = "give each article its own slug, or remove one of them";
    assert_eq!(
        outcome.messages(),
        [
            format!("one.jsonl, line 3: slug: a is also in one.jsonl, line 1; {remedy}"),
            format!("two.jsonl, line 1: slug: b is also in one.jsonl, line 2; {remedy}"),
        ]
    );
    assert_eq!(outcome.counts(), [2, 0, 0, 2, 0]);
}

#[test]
fn a_mistake_in_every_record_is_reported_once_per_file() {
    let records: Vec<_> = (0..700)
        .map(|number| {
            let mut record = record(&format!("a-{number}"));
            record["autor"] = json!("x");
            record["title"] = json!("Înştiinţare");
            record
        })
        .collect();
    let outcome = ImportTest::new().import(&[("a.jsonl", &lines(&records))], ImportOptions::default());
    assert_eq!(
        outcome.messages(),
        [
            "a.jsonl, line 1: cedilla letters (ş, ţ) were replaced by the Romanian ones (ș, ț) (700x)",
            "a.jsonl, line 1: autor: is not a field of an article and was ignored (700x)",
        ]
    );
    assert_eq!(outcome.counts(), [700, 0, 0, 0, 2]);
}
