//! Tests of CSV files.

use super::super::testing::read_all;
use crate::domain::article::limits;

fn check(text: &str, expected: &[&str]) {
    assert_eq!(read_all("a.csv", text.as_bytes()), expected, "{text}");
}

#[test]
fn files_of_excel_are_read() {
    check(
        "\u{feff}slug;title;act.number;act.year\r\na;\"Titlu; cu \"\"ghilimele\"\"\r\npe două rânduri\";239;2025\r\n;;;\r\n\r\nb;B;;\r\n",
        &[
            r#"a.csv, line 2: {"slug":"a","title":"Titlu; cu \"ghilimele\"\r\npe două rânduri","act":{"number":"239","year":"2025"}}"#,
            r#"a.csv, line 6: {"slug":"b","title":"B"}"#,
        ],
    );
    check("sep=;\nslug;title\na;A, B\n", &[r#"a.csv, line 3: {"slug":"a","title":"A, B"}"#]);
    check("slug,title\na,A;B", &[r#"a.csv, line 2: {"slug":"a","title":"A;B"}"#]);
    check(
        "slug;title\ra;A, B, C\r\rb;\"B\rb\"\rc;C",
        &[
            r#"a.csv, line 2: {"slug":"a","title":"A, B, C"}"#,
            r#"a.csv, line 4: {"slug":"b","title":"B\rb"}"#,
            r#"a.csv, line 6: {"slug":"c","title":"C"}"#,
        ],
    );
    check("slug\ttitle\r\na\tA", &[r#"a.csv, line 2: {"slug":"a","title":"A"}"#]);
}

#[test]
fn headers_are_read_in_any_case_and_in_romanian() {
    check(
        "Slug;Titlu;Importanță;Data publicării;Act.Tip;Translations.EN.Title\na;A;3;2026-03-13;HG;Eng\n",
        &[concat!(
            r#"a.csv, line 2: {"slug":"a","title":"A","importance":"3","publish_date":"2026-03-13","#,
            r#""act":{"type":"HG"},"translations":{"en":{"title":"Eng"}}}"#
        )],
    );
    check("Titlu,Title\na,b", &["a.csv, line 1: title: is repeated in the header; give each column its own name"]);
}

#[test]
fn lists_and_deadlines_have_separators() {
    check(
        "domains,deadlines,translations.en.deadlines\nchirii| a\\|b |,2026-05-25; depunerea; proprietarii|lunar;plata|2026-01-01;x;;sau mai devreme,filing; owners\n",
        &[concat!(
            r#"a.csv, line 2: {"domains":["chirii"," a|b "],"deadlines":["#,
            r#"{"date":"2026-05-25","what":"depunerea","who":"proprietarii"},{"rule":"lunar","what":"plata"},"#,
            r#"{"date":"2026-01-01","what":"x","rule":"sau mai devreme"}],"#,
            r#""translations":{"en":{"deadlines":[{"what":"filing","who":"owners"}]}}}"#
        )],
    );
}

#[test]
fn steps_and_sources_are_objects_and_translated_steps_are_texts() {
    check(
        "Pași,Translations.EN.Steps,Surse,Roluri\n[tenant] Unu|Doi,One|Two,https://a.ro Legea|https://b.ro,tenant|farmer\n",
        &[concat!(
            r#"a.csv, line 2: {"steps":[{"text":"Unu","roles":["tenant"]},{"text":"Doi"}],"#,
            r#""translations":{"en":{"implementation_key_points":["One","Two"]}},"#,
            r#""sources":[{"url":"https://a.ro","title":"Legea"},{"url":"https://b.ro"}],"roles":["tenant","farmer"]}"#
        )],
    );
}

#[test]
fn an_invalid_row_is_refused_and_the_next_one_is_read() {
    let long = "x".repeat(limits::RECORD_BYTES + 1);
    check(
        &format!("slug,title\na\nb,B,too much\n{long},C\nd,D,,\n"),
        &[
            "a.csv, line 2: has 1 cells and the header 2; quote cells that contain the separator or a line break",
            "a.csv, line 3: has 3 cells and the header 2; quote cells that contain the separator or a line break",
            "a.csv, line 4: is longer than any article; one article has at most 512 KiB",
            r#"a.csv, line 5: {"slug":"d","title":"D"}"#,
        ],
    );
}

#[test]
fn an_unclosed_quotation_mark_merges_no_rows() {
    let after = "has text after a closing quotation mark; an earlier mark may be unclosed; \
                 quote the whole cell and double each quotation mark inside";
    let third = r#"a.csv, line 4: {"slug":"c","title":"C"}"#;
    check("slug,title\na,\"A\nb,\"B\"\nc,C\n", &[&format!("a.csv, line 2: {after}"), third]);
    check(
        "slug,title\na,\"A\" x\nb,\"B\"\nc,C",
        &[&format!("a.csv, line 2: {after}"), r#"a.csv, line 3: {"slug":"b","title":"B"}"#, third],
    );
    check(
        "slug,title\na,A \"x\"\nb,\"B\nc,C\n",
        &[
            "a.csv, line 2: has a quotation mark inside a cell; quote the whole cell and double each quotation mark inside",
            "a.csv, line 3: has an unclosed quotation mark; close it",
        ],
    );
}

#[test]
fn other_encodings_and_invalid_headers_are_refused_with_a_remedy() {
    let records = read_all("a.csv", b"slug;title\na;\xcenchirieri\nb;B\n");
    let second = r#"a.csv, line 3: {"slug":"b","title":"B"}"#;
    assert_eq!(records, ["a.csv, line 2: is not written in UTF-8; save it as \"CSV UTF-8\"", second]);
    let records = read_all("a.csv", b"slug;titlu\xfe\na;B\n");
    assert_eq!(records, ["a.csv, line 1: is not written in UTF-8; save it as \"CSV UTF-8\""]);
    check("slug,title,slug\na,b,c", &["a.csv, line 1: slug: is repeated in the header; give each column its own name"]);
    check("slug,title\n", &["a.csv: is empty; a file holds at least one article"]);
}
