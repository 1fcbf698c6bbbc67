//! The figures of the law on a day: JSON, the table, the page without scripts, and what editors confirm.

use serde_json::{Value, json};

use crate::support::app::{TestApp, read};
use crate::support::articles::article;

fn figure<'l>(list: &'l Value, id: &str) -> &'l Value {
    list.as_array().expect("a list").iter().find(|figure| figure["id"] == id).unwrap_or(&Value::Null)
}

#[tokio::test]
async fn figures_have_their_value_of_a_day_and_their_history() {
    let test = TestApp::start(vec![article("a")]).await;
    // The test's day is 10 January 2026.
    let (status, list) = test.json("/figures?lang=en").await;
    assert_eq!((status, list.as_array().map(Vec::len)), (200, Some(118)));
    let wage = figure(&list, "minimum-wage");
    assert_eq!((&wage["unit"], &wage["topic"]), (&json!("lei"), &json!("munca")));
    assert_eq!((&wage["current"]["value"], &wage["current"]["text"]), (&json!("4050"), &json!("4,050 lei")));
    assert_eq!(wage["values"].as_array().map(Vec::len), Some(3));
    assert_eq!(wage["values"][2]["from"], "2026-07-01");
    assert_eq!((&wage["current"]["official"], &wage["current"]["confirmed"]), (&json!(true), &Value::Null));
    // The names of acts are in the language of the answer, provisions in Romanian.
    assert_eq!(wage["values"][2]["act"], "Government Decision no. 146/2026");
    let values = list.as_array().expect("a list").iter().filter_map(|figure| figure["values"].as_array()).flatten();
    let acts: Vec<_> = values.filter_map(|value| value["act"].as_str()).collect();
    let is_romanian =
        |act: &&str| ["Legea", "OUG", "OG", "HG", "OPANAF", "Codul", "(UE)"].iter().any(|word| act.contains(word));
    assert_eq!(acts.iter().copied().find(is_romanian), None);
    let summer = test.json("/figures?on=2026-07-01&lang=ro").await.1;
    let wage = figure(&summer, "minimum-wage");
    assert_eq!(
        (&wage["current"]["text"], &wage["current"]["act"]),
        (&json!("4.325 de lei"), &json!("HG nr. 146/2026"))
    );
    // Six minimum wages of 1 January.
    let threshold = &figure(&summer, "cass-income-first")["current"];
    assert_eq!((&threshold["value"], &threshold["lei"]), (&json!("6"), &json!("24300")));
    assert_eq!((&threshold["text"], &threshold["lei_text"]), (&json!("6 salarii minime"), &json!("24.300 de lei")));
    assert_eq!(figure(&summer, "minimum-wage-untaxed-limit")["current"]["value"], "4600");
    assert!(figure(&test.json("/figures?on=2028-01-01").await.1, "minimum-wage-untaxed")["current"].is_null());
    for (path, ids) in [
        ("/figures?q=TVA%20neplatitor", &["vat-registration"][..]),
        ("/figures?q=201/2025", &["meal-ticket"]),
        ("/figures?q=law%20201/2025", &["meal-ticket"]),
        ("/figures?topic=digital", &["nis2-fine-registration"]),
        ("/figures?topic=digital&q=tva", &[]),
    ] {
        let found = test.json(path).await.1;
        let found: Vec<_> =
            found.as_array().expect("a list").iter().filter_map(|figure| figure["id"].as_str()).collect();
        assert_eq!(found, ids, "{path}");
    }
    let long = format!("/figures?q={}", "a".repeat(201));
    for bad in ["/figures?on=tomorrow", "/figures?x=1", "/figures.csv?on=2026-13-01", long.as_str()] {
        assert_eq!(test.json(bad).await.0, 400, "{bad}");
    }
    test.stop().await;
}

#[tokio::test]
async fn the_table_of_a_day_has_a_row_for_each_value() {
    let test = TestApp::start(vec![article("a")]).await;
    let response = test.get("/figures.csv?on=2026-07-01&lang=ro").send().await.expect("an answer");
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8; header=present");
    let table = response.text().await.expect("text");
    let rows: Vec<&str> = table.split_terminator("\r\n").collect();
    assert_eq!(rows[0], "id,topic,name,value,unit,lei,from,until,act,provision,source,article,state");
    let row = |id: &str| rows.iter().find(|row| row.starts_with(&format!("{id},"))).copied().unwrap_or_default();
    assert_eq!(
        row("minimum-wage"),
        "minimum-wage,munca,\"Salariul de bază minim brut, pe lună\",4325,lei,,2026-07-01,,HG nr. 146/2026,,\
         https://legislatie.just.ro/Public/DetaliiDocument/308231,hg-146-2026-salariu-minim,to_verify"
    );
    assert!(row("cass-income-first").contains(",6,minimum_wages,24300,2025-01-01,"));
    assert_eq!(row("micro-rate-higher"), "", "no value, no row");
    test.stop().await;
}

#[tokio::test]
async fn the_page_of_a_day_is_readable_without_scripts() {
    let test = TestApp::start(vec![article("a")]).await;
    let (status, page) = test.text("/app?screen=figures&lang=ro&on=2025-08-31").await;
    assert_eq!(status, 200);
    for part in [
        "<h1>Sume, cote și praguri</h1>",
        "value=\"2025-08-31\"",
        "300.000",
        "1 septembrie</span> 2025",
        "/figures.csv?lang=ro&amp;on=2025-08-31",
        "de verificat",
        "articleId=og-22-2025-plafon-scutire-tva-395000",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let (_, one) = test.text("/app?screen=figures&topic=digital").await;
    assert!(one.contains("id=\"nis2-fine-registration\"") && !one.contains("id=\"minimum-wage\""));
    assert!(test.text("/sitemap.xml").await.1.contains("screen=figures"));
    test.stop().await;
}

#[tokio::test]
async fn an_editor_confirms_a_value_until_it_changes() {
    let test = TestApp::start(vec![article("a")]).await;
    let editor = test.editor("dan").await;
    let confirm = |id: &str, body: Value| {
        let request = test.client.post(format!("{}/desk/figures/{id}/confirm", test.base));
        let request = request.bearer_auth(&editor.token).json(&body);
        async move { read(request.send().await.expect("an answer")).await }
    };
    let state = |list: &Value| figure(list, "minimum-wage")["current"]["confirmed"]["by"].clone();
    assert_eq!(confirm("gone", json!({})).await.0, 404);
    assert_eq!(confirm("minimum-wage", json!({"from": "2020-01-01"})).await.0, 404);
    let (status, confirmed) = confirm("minimum-wage", json!({"from": "2025-01-01"})).await;
    assert_eq!(status, 200, "{confirmed}");
    let list = test.json("/figures").await.1;
    assert_eq!(state(&list), confirmed["current"]["confirmed"]["by"]);
    assert!(state(&list).is_string() && figure(&list, "minimum-wage")["values"][2]["confirmed"].is_null());
    assert!(test.text("/figures.csv").await.1.contains("hg-1506-2024-salariu-minim,confirmed"));
    let reader = test.reader("ana").await;
    let request = test.client.post(format!("{}/desk/figures/minimum-wage/confirm", test.base));
    let refused = request.bearer_auth(&reader.token).json(&json!({})).send().await.expect("an answer");
    assert_eq!(refused.status().as_u16(), 403);
    let (status, withdrawn) = confirm("minimum-wage", json!({"from": "2025-01-01", "withdraw": true})).await;
    assert_eq!((status, &withdrawn["current"]["confirmed"]), (200, &Value::Null));
    test.stop().await;
}
