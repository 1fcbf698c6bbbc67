//! Valid campaigns, and a table of invalid ones.

use super::*;

const GOOD: &str = "---\nsubject: Ce se schimbă\npreheader: Trei lucruri\nsubject_en: What changes\n\
                    preheader_en: Three things\n---\nBună, {{display_name}}!\n\n{{article:legea-1}}\n\n<!-- en -->\n\n\
                    Hello!\n";

fn problems(text: &str) -> Vec<String> {
    read("noutati.md", text.as_bytes()).problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_campaign_in_two_languages_is_read() {
    let file = read("folder/Noutăți decembrie.md", GOOD.replace('\n', "\r\n").as_bytes());
    assert_eq!(file.problems, []);
    assert_eq!((file.draft.id.as_str(), file.draft.is_public), ("noutati-decembrie", None));
    let ro = &file.draft.versions[&Language::Ro];
    assert_eq!((ro.subject.as_str(), ro.preheader.as_str()), ("Ce se schimbă", "Trei lucruri"));
    assert_eq!(ro.body, "Bună, {{display_name}}!\n\n{{article:legea-1}}");
    assert_eq!(file.draft.versions[&Language::En].body, "Hello!");
    assert_eq!((file.mentions.len(), file.mentions[0].line), (1, 9));
}

#[test]
fn a_campaign_may_have_one_language() {
    let romanian = "---\nid: x-1\nsubject: A\nlanguages: [ro]\npublic: false\n---\nText.\n";
    let file = read("noutati.md", romanian.as_bytes());
    assert_eq!(file.problems, []);
    assert_eq!((file.draft.id.as_str(), file.draft.is_public), ("x-1", Some(false)));
    assert_eq!(file.draft.versions.keys().copied().collect::<Vec<_>>(), [Language::Ro]);
    let english = "---\nsubject_en: A\nlanguages: en\n---\n\n<!-- en -->\nText.\n";
    assert_eq!(problems(english), [""; 0]);
}

/// Each kind of invalid input gives one problem.
#[test]
fn problems_have_a_line_and_a_remedy() {
    let bent = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from}");
        problems(&GOOD.replace(from, to))
    };
    let one = |problems: Vec<String>, expected: &str| assert_eq!(problems, [expected]);
    one(
        bent("subject: Ce se schimbă\n", ""),
        "subject: there is no subject in Romanian; write `subject: …` into the front matter, or set `languages: [en]`",
    );
    one(
        bent("subject: Ce se schimbă", "subject: \"\""),
        "subject: there is no subject in Romanian; write `subject: …` into the front matter, or set `languages: [en]`",
    );
    one(
        bent("\n<!-- en -->\n\nHello!\n", ""),
        "there is no text in English; write it below a line <!-- en -->, or set `languages: [ro]`",
    );
    one(
        bent("Bună, {{display_name}}!\n\n{{article:legea-1}}\n\n", ""),
        "there is no text in Romanian; write it below the front matter, or set `languages: [en]`",
    );
    one(
        bent("---\nBună", "languages: [ro]\n---\nBună"),
        "line 13: there is a text in English, which is missing in `languages`; add en to `languages`, or remove the text",
    );
    one(
        bent("preheader_en", "preheder_en"),
        "line 5: preheder_en: is not a field of a campaign; did you mean preheader_en?",
    );
    one(
        bent("Ce se schimbă", "\"Ce\\r\\nBcc: b@x.ro\""),
        "line 2: subject: has a line break or another control character; write it on one line",
    );
    one(
        bent("Trei lucruri", "\"Trei\\u0007\""),
        "line 3: preheader: has a line break or another control character; write it on one line",
    );
    one(
        bent("Ce se schimbă", &"a".repeat(151)),
        "line 2: subject: is longer than 150 characters; mail programs show about fifty",
    );
    one(
        bent("What changes", "\"Hi {{display_name}}\""),
        "line 4: subject_en: has a placeholder; placeholders work only in the text below the front matter",
    );
    one(bent("What changes", "2026"), "line 4: subject_en: is not a text; put it in quotes");
    one(
        bent("Hello!", "Hello <b>you</b>!").into_iter().take(1).collect(),
        "line 13: has HTML in the text: <b>; write Markdown; write a literal < as \\<",
    );
    one(
        bent("<!-- en -->", "<!-- fr -->").into_iter().take(1).collect(),
        "there is no text in English; write it below a line <!-- en -->, or set `languages: [ro]`",
    );
    one(
        bent("---\nBună", "public: maybe\n---\nBună"),
        "line 6: public: is neither true nor false; write true or false",
    );
    one(
        bent("---\nBună", "languages: []\n---\nBună"),
        "line 6: languages: is not a list of languages; write [ro], [en] or [ro, en]",
    );
    one(
        bent("---\nBună", "id: daily-2026-01-01\n---\nBună"),
        "line 6: id: \"daily-2026-01-01\" is reserved for automatic campaigns; write `id: …` with another prefix, such as noutati-2026-12",
    );
    one(
        bent("---\nBună", "id: ../x\n---\nBună"),
        "line 6: id: is not a valid id; write `id: …` with a-z, 0-9 and hyphens, at most 80, such as noutati-2026-12",
    );
    one(
        bent("Hello!", &"a ".repeat(20_001)),
        "line 12: the text in English is longer than 40000 characters; mail programs cut long messages: shorten it and link to the rest",
    );
    assert!(problems("subject: x").concat().starts_with("line 1: has no front matter; begin the file"));
    assert!(problems("---\nsubject: x").concat().starts_with("line 1: has front matter without an end"));
    let yaml = bent("subject: Ce", "subject: Ce: se");
    assert!(yaml.len() == 1 && yaml[0].contains("invalid front matter"), "{yaml:?}");
}

#[test]
fn a_file_that_is_not_text_gives_one_problem() {
    let one = |bytes: &[u8], expected: &str| {
        let problems = read("a.md", bytes).problems;
        assert_eq!(problems.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    };
    one(b"---\nsubject: \xeen\n---\n", "line 2: the file is not written in UTF-8; save it as text in UTF-8");
    one(b"", "the file is empty; write the campaign into it");
    let long = vec![b'a'; MAX_BYTES + 1];
    one(&long, "the file is longer than 128 KiB; mail programs cut long messages: shorten it and link to the rest");
}

#[test]
fn all_problems_are_reported_at_once() {
    let problems = problems("---\nsubjct: x\n---\n<i>a</i> {{x}} [b](http://c.ro)\n");
    assert_eq!(problems.len(), 7, "{problems:#?}");
}
