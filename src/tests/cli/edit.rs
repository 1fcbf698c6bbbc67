//! `articles edit`, `publish --at`, `reject`: what an editor does on a terminal.

use std::process::Output;

use super::commands::both_ways;
use super::json_lines;
use crate::support::binary::Home;

fn with_draft(home: &Home) {
    home.write("articles.jsonl", json_lines(1));
    home.ok(&["import", "--draft", "articles.jsonl"]);
}

/// Runs `articles edit` with this editor.
fn edit(home: &Home, editor: &str) -> Output {
    let mut command = home.command(&["articles", "edit", "article-0"]);
    command.env("EDITOR", editor).env_remove("VISUAL").env("TMPDIR", home.path()).output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

fn markdown_files(home: &Home) -> Vec<String> {
    let entries = std::fs::read_dir(home.path()).expect("the folder").map(|entry| entry.expect("an entry").file_name());
    let names = entries.map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".md")).collect()
}

#[test]
fn an_article_is_edited_in_the_editor_with_and_without_a_server() {
    let printed = both_ways(|home| {
        with_draft(home);
        let unchanged = edit(home, "true");
        let changed = edit(home, "sed -i 's/^# .*/# Titlul corectat/'");
        assert!(markdown_files(home).is_empty(), "nothing is left behind");
        let shown = home.ok(&["articles", "show", "article-0", "--with-source"]);
        vec![text(&unchanged.stdout), text(&changed.stdout), shown]
    });
    assert_eq!(printed[0], "nothing was changed\n");
    assert_eq!(printed[1], "saved article-0 as revision 1 (draft)\n");
    assert!(printed[2].starts_with("Titlul corectat\n"), "{}", printed[2]);
    assert!(printed[2].contains("source: the archive has no text of the act"), "{}", printed[2]);
}

#[test]
fn a_refused_text_is_kept_and_named_with_its_line() {
    let home = Home::new();
    with_draft(&home);
    let refused = edit(&home, "sed -i 's/^importance: .*/importance: 7/'");
    assert_eq!(refused.status.code(), Some(1));
    let printed = text(&refused.stderr);
    let [file] = &markdown_files(&home)[..] else { panic!("{printed}") };
    let kept = std::fs::read_to_string(home.path().join(file)).expect("the kept text");
    let line = kept.lines().position(|line| line == "importance: 7").expect("the line") + 1;
    assert!(printed.contains(&format!("{file}, line {line}: importance: is 7; ")), "{printed}");
    assert!(
        printed.contains(&format!("articles edit article-0 --file {}", home.path().join(file).display())),
        "{printed}"
    );
    home.write(file, kept.replace("importance: 7", "importance: 4"));
    assert_eq!(home.ok(&["articles", "edit", "article-0", "--file", file]), "saved article-0 as revision 1 (draft)\n");
    assert_eq!(markdown_files(&home).len(), 1, "the operator's own file stays");

    let again = home.run(&["articles", "edit", "article-0", "--file", file]);
    assert_eq!(again.code, 1);
    assert!(again.err.contains("changed article-0 meanwhile"), "{}", again.err);
    let failed = edit(&home, "false");
    assert_eq!(failed.status.code(), Some(1));
    assert!(text(&failed.stderr).contains("your text is in "), "{}", text(&failed.stderr));
}

#[test]
fn a_draft_is_rejected_taken_back_scheduled_and_published() {
    let printed = both_ways(|home| {
        with_draft(home);
        vec![
            home.ok(&["articles", "reject", "article-0", "--reason", "Nu privește cititorii."]),
            home.run(&["articles", "publish", "article-0"]).err,
            home.ok(&["articles", "reject", "article-0", "--undo"]),
            home.ok(&["articles", "publish", "article-0", "--at", "2020-01-01 08:00", "--reviewed-by", "Ana Pop"]),
            home.ok(&["articles", "export"]),
        ]
    });
    assert_eq!(printed[0], "rejected article-0\n");
    assert!(printed[1].contains("article-0 was rejected; reopen it"), "{}", printed[1]);
    assert_eq!(printed[2], "took article-0 back\n");
    assert_eq!(printed[3], "article-0: draft -> published\n");
    assert!(printed[4].contains("\"reviewed_by\":\"Ana Pop\""), "{}", printed[4]);
}
