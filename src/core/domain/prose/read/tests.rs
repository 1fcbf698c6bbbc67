//! Tests of reading prose.

use super::super::{fill, plain};
use super::*;
use crate::domain::template::Values;

fn run(text: &str) -> Run {
    Run::plain(text)
}

#[test]
fn every_part_is_read() {
    let text = "# T\n\nUnu **doi** *trei* `patru`\ncinci [șase](https://a.ro/b_c).\n\n1. a\n2. b\n\n- c\n\n  d\n\n\
                > e\n>\n> f\n\n---\n\n[Apasă]({{web_url}})\n\n{{article:legea-1}}\n\nx  \ny\n";
    let prose = read(text, 1);
    assert_eq!(prose.faults, []);
    let expected = vec![
        Part::Heading { level: 1, words: vec![run("T")] },
        Part::Paragraph(vec![
            run("Unu "),
            Run { strong: true, ..run("doi") },
            run(" "),
            Run { emphasis: true, ..run("trei") },
            run(" "),
            Run { code: true, ..run("patru") },
            run(" "),
            run("cinci "),
            Run { link: Some("https://a.ro/b_c".into()), ..run("șase") },
            run("."),
        ]),
        Part::List { first: Some(1), items: vec![vec![run("a")], vec![run("b")]] },
        Part::List { first: None, items: vec![vec![run("c"), run(" "), run("d")]] },
        Part::Quote(vec![vec![run("e")], vec![run("f")]]),
        Part::Rule,
        Part::Button { words: "Apasă".into(), link: "{{web_url}}".into() },
        Part::Article(Slug::parse("legea-1").expect("a slug")),
        Part::Paragraph(vec![run("x"), run("\n"), run("y")]),
    ];
    assert_eq!(prose.parts, expected);
    assert_eq!(prose.mentions.len(), 1);
    assert_eq!(prose.mentions[0].line, 21);
    assert_eq!(plain(&prose.parts[..2]), "T Unu doi trei patru cinci șase.");
}

#[test]
fn a_part_or_item_without_its_value_is_dropped() {
    let text = "Bună, {{display_name}} _și_ {{host}}!\n\n{{!display_name}}Bună ziua!\n\n## {{?display_name}}Titlu\n\n\
                [Da]({{preferences_url}})\n\n- {{display_name}}\n\nNume\n: {{display_name}}\n\nGazdă\n: *{{host}}*\n";
    let prose = read(text, 1);
    assert_eq!(prose.faults, []);
    let values = ["display_name", "host", "preferences_url"].map(|name| (name, format!("**{name}**")));
    let named = fill(&prose.parts, &Values::new(values));
    assert_eq!(named.len(), 5, "{named:?}");
    let Part::Paragraph(runs) = &named[0] else { panic!("{named:?}") };
    assert_eq!(runs[0], run("Bună, **display_name** "));
    let unnamed = fill(&prose.parts, &Values::new([("host", "p.ro")]));
    let host = vec![Run { emphasis: true, ..run("p.ro") }];
    assert_eq!(unnamed, [Part::Paragraph(vec![run("Bună ziua!")]), Part::Facts(vec![(vec![run("Gazdă")], host)])]);
}

#[test]
fn a_slot_is_a_paragraph_of_its_own() {
    let vocabulary = Vocabulary { values: &["cards"], slots: &["cards"] };
    let prose = read_with("## {{?cards}}T\n\n{{cards}}\n", 1, vocabulary);
    assert_eq!(prose.faults, []);
    assert_eq!(prose.parts[1], Part::Slot("cards"));
    let prose = read_with("See {{cards}}.", 1, vocabulary);
    assert!(prose.faults[0].remedy.contains("stand alone"), "{:?}", prose.faults);
}

#[test]
fn each_fault_is_reported_with_its_line_and_remedy() {
    let faults = |text: &str| {
        let faults = read(text, 10).faults;
        faults.iter().map(|fault| format!("{}: {}; {}", fault.line, fault.wrong, fault.remedy)).collect::<Vec<_>>()
    };
    let one = |text: &str, line: u64, words: &str| {
        let all = faults(text);
        assert_eq!(all.len(), 1, "{text:?}: {all:?}");
        assert!(all[0].starts_with(&format!("{line}: ")) && all[0].contains(words), "{text:?}: {all:?}");
    };
    one("a\n\n<b>c", 12, "HTML in the text: <b>");
    one("<div>\nx\n</div>", 10, "HTML in the text: <div>");
    one("<!-- fr -->", 10, "HTML in the text: <!-- fr -->");
    one("a\nb {{dispaly_name}}", 11, "did you mean {{display_name}}?");
    one("{{zzz}}", 10, "there are {{display_name}}");
    one("{{host", 10, "without }}");
    one("[a](http://a.ro)", 10, "https:// or mailto:");
    one("[a](javascript:alert(1))", 10, "https:// or mailto:");
    one("[a](/app)", 10, "https:// or mailto:");
    one("[a]({{nothing}})", 10, "unknown placeholder");
    one("[a](https://a.ro/{{article:b}})", 10, "unknown placeholder");
    one("text {{article:legea-1}}", 10, "let it stand alone");
    one("a\n{{article:legea-1}}\nb", 11, "let it stand alone");
    one("- {{article:legea-1}}", 10, "let it stand alone");
    one("{{article:Legea 1}}", 10, "no slug");
    one("![x](https://a.ro/p.png)", 10, "picture");
    one("a\n\n    code", 12, "block of code");
    one("- a\n  - b", 11, "inside another list");
    one("> - b", 10, "inside another list");
    one("a {{!display_name}} b", 10, "beginning of the paragraph");
    one("a\nb\u{7}", 11, "control character");
    one("a \u{202e}b", 10, "control character");
    let all = faults("<i>a</i>\n\n{{x}}\n\n[a](ftp://b.ro)");
    assert_eq!(all.len(), 3, "{all:?}");
}

#[test]
fn sound_texts_have_no_faults() {
    for text in [
        "o taxă < 5% și > 3%",
        "[x](https://{{host}}/app) și [y](mailto:a@b.ro)",
        "<https://a.ro> <ana@b.ro>",
        "a_b_c {{display_name}} și {{host}}",
        "  {{article:legea-1}}  \n\nb",
    ] {
        assert_eq!(read(text, 1).faults, [], "{text}");
    }
}
