//! Each format, and files of no format.

use paragraf::domain::article::limits;
use paragraf::domain::{Article, Language};
use paragraf::error::{ErrorCode, Result};
use paragraf::ops::import::ImportOptions;
use paragraf::sources::{Format, Upload, files::folder};

use super::{ImportTest, lines, record, upload};

/// The texts of the steps.
fn texts(article: &Article, language: Language) -> Vec<String> {
    article.steps(language).iter().map(|step| step.text.clone()).collect()
}

#[test]
fn broken_json_in_line_3_of_5_refuses_that_line_only() {
    let records = lines(&["a", "b", "c", "d"].map(record));
    let mut text: Vec<_> = records.lines().collect();
    text.insert(2, "{\"slug\": \"x\", oops}");
    let test = ImportTest::new();
    let outcome = test.import(&[("a.jsonl", &text.join("\r\n"))], ImportOptions::default());
    assert_eq!(
        outcome.messages(),
        [
            "a.jsonl, line 3: is not JSON: a field name is missing or not in quotation marks (column 15); write \"field\": value"
        ]
    );
    assert_eq!(outcome.counts(), [4, 0, 0, 1, 0]);
}

#[test]
fn broken_json_in_an_array_keeps_the_records_before_it() {
    let text = format!("[\n{},\n{{\"slug\": }},\n{}\n]", record("a"), record("b"));
    let test = ImportTest::new();
    let outcome = test.import(&[("a.json", &text)], ImportOptions::default());
    assert_eq!(
        outcome.messages(),
        [
            "a.json, record 2 (line 3): is not JSON: a value is missing or not in quotation marks (column 10); quote texts; other values are numbers, true, false, null; the rest of the array cannot be read"
        ]
    );
    assert_eq!(outcome.counts(), [1, 0, 0, 1, 0]);
}

/// An endless line would fill the memory if it were kept.
#[test]
fn an_endless_line_is_not_read_into_memory() {
    let long = std::io::Read::take(std::io::repeat(b'x'), 64 << 20);
    let text = format!("\n{}", lines(&[record("a")]));
    let reader = std::io::Read::chain(long, std::io::Cursor::new(text.into_bytes()));
    let test = ImportTest::new();
    let outcome = test.try_import(vec![Ok(upload("a.jsonl", reader))], ImportOptions::default()).expect("it ends");
    let kib = limits::RECORD_BYTES / 1024;
    assert_eq!(
        outcome.messages(),
        [format!("a.jsonl, line 1: is longer than any article; one article has at most {kib} KiB")]
    );
    assert_eq!(outcome.counts(), [1, 0, 0, 1, 0]);
}

#[test]
fn a_csv_of_excel_gives_a_whole_article() {
    let text = "\u{feff}title;technical_summary;simple_explanation;implementation_key_points;importance;publish_date;domains;topic;act.type;act.number;act.year;gazette.part;gazette.number;gazette.bis;gazette.date;deadlines;translations.en.title;translations.en.technical_summary;translations.en.simple_explanation;translations.en.implementation_key_points;status\r\n\
        Chirii;\"Legea; și \"\"taxa\"\".\";Plătești altfel.;Unu|Doi;3;2025-12-15;chirii|taxe;inchirieri;lege;239;2025;I;1160;nu;2025-12-15;2026-05-25; declarația;Rents;Law.;You pay.;One|Two;draft\r\n";
    let text = text.replace("2026-05-25; declarația;", "\"due; 2026-05-25; declarația; proprietarii\";");
    let test = ImportTest::new();
    let outcome = test.import(&[("a.csv", &text)], ImportOptions::default());
    assert_eq!(outcome.messages(), [""; 0]);
    let article = test.get("chirii").expect("it is there").article;
    assert_eq!(article.technical_summary, "Legea; și \"taxa\".");
    assert_eq!(texts(&article, Language::Ro), ["Unu", "Doi"]);
    let act = article.act.as_ref().map(|act| act.citation(Language::Ro));
    assert_eq!(act.as_deref(), Some("Legea nr. 239/2025"));
    assert_eq!(article.deadlines[0].who.as_deref(), Some("proprietarii"));
    assert_eq!(texts(&article, Language::En), ["One", "Two"]);
}

#[test]
fn a_markdown_file_is_an_article() {
    let text = "---\nimportance: 4\npublish_date: 2025-12-15\ntopic: munca\ndomains: [salarii]\nact: {type: OUG, number: 89, year: 2025}\n---\n# Salariul minim\n\n## Rezumat tehnic\nOUG nr. 89/2025.\n\n## Pe înțelesul tuturor\nCrește salariul.\n\n## Pași\n- Întâi\n- Apoi\n";
    let test = ImportTest::new();
    let outcome = test.import(&[("a.md", text)], ImportOptions::default());
    assert_eq!(outcome.messages(), [""; 0]);
    let article = test.get("salariul-minim").expect("it is there").article;
    assert_eq!(article.simple_explanation, "Crește salariul.");
    assert_eq!(texts(&article, Language::Ro), ["Întâi", "Apoi"]);
    assert_eq!(article.act.and_then(|act| act.number).as_deref(), Some("89"));
}

#[test]
fn unreadable_files_are_refused_and_the_others_imported() {
    let test = ImportTest::new();
    let good = lines(&[record("a")]);
    let outcome = test.import(
        &[("empty.json", ""), ("photo.csv", "\u{1}\u{2}\0"), ("notes.txt", "x"), ("good.jsonl", &good)],
        ImportOptions::default(),
    );
    assert_eq!(
        outcome.messages(),
        [
            "empty.json: is empty; a file holds at least one article",
            "photo.csv: is not text; save it as \"CSV UTF-8\"",
            "notes.txt: has no known extension; rename it to .json, .jsonl, .csv or .md, or add --format json, jsonl, csv or md",
        ]
    );
    assert_eq!(outcome.counts(), [1, 0, 0, 3, 0]);
}

#[test]
fn standard_input_needs_a_format() {
    let test = ImportTest::new();
    let options = ImportOptions { format: Some(Format::JsonLines), ..ImportOptions::default() };
    let outcome = test.import(&[("-", &lines(&[record("a")]))], options);
    assert_eq!(outcome.counts(), [1, 0, 0, 0, 0]);
}

#[test]
fn a_folder_is_imported_with_all_its_files() {
    let files = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(files.path().join("more")).expect("a folder");
    std::fs::write(files.path().join("a.jsonl"), lines(&[record("a")])).expect("a file");
    std::fs::write(files.path().join("more/b.json"), record("b").to_string()).expect("a file");
    let paths = folder::files(files.path()).expect("its files");
    let uploads: Vec<Result<Upload>> = paths.iter().map(|path| folder::open(path, None)).collect();
    let test = ImportTest::new();
    let outcome = test.try_import(uploads, ImportOptions::default()).expect("it runs");
    assert_eq!(outcome.counts(), [2, 0, 0, 0, 0]);
    let nothing = tempfile::tempdir().expect("a folder");
    assert_eq!(folder::files(nothing.path()).expect_err("nothing there").code, ErrorCode::EmptyFolder);
}

/// No input panics.
#[test]
fn arbitrary_text_is_refused_without_a_panic() {
    use proptest::prelude::*;
    let pieces = prop::sample::select(vec![
        "{", "}", "[", "]", "\"", "\\", ",", ":", "\n", "---\n", "## ", "|", ";", "ș", "1", "title", "\r",
    ]);
    let text = prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat());
    proptest!(ProptestConfig::with_cases(200), |(text in text, format in prop::sample::select(Format::ALL.to_vec()))| {
        let options = ImportOptions { format: Some(format), ..ImportOptions::default() };
        let test = ImportTest::new();
        let outcome = test.import(&[("x", &text)], options);
        prop_assert_eq!(outcome.summary.new, 0);
    });
}
