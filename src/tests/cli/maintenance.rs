//! `paragraf maintenance` against a real server.

use super::json_lines;
use crate::support::binary::Home;

#[test]
fn maintenance_lasts_over_a_restart_until_it_is_ended() {
    let home = Home::new();
    home.write("articles.jsonl", json_lines(1));
    let server = home.serve(&[]);
    home.ok(&["import", "articles.jsonl"]);
    let on = home.ok(&["maintenance", "on", "--message", "Until 22:00."]);
    assert!(on.starts_with("read-only since ") && on.contains("`paragraf maintenance off`"), "{on}");
    assert_eq!(server.stop(), 0);
    let server = home.serve(&[]);
    let checked = home.run(&["status", "--check"]);
    assert!(checked.code == 1 && checked.out.contains("read-only for maintenance since "), "{}", checked.out);
    home.ok(&["backup", "create"]);
    assert_eq!(home.ok(&["backup", "verify", "latest"]).lines().count(), 1, "the last backup before a move");
    let refused = home.run(&["topics", "set", "munca", "--ro", "Muncă", "--en", "Work"]);
    assert!(refused.code == 3 && refused.err.contains("`paragraf status` shows since when"), "{refused:?}");
    assert!(home.ok(&["backup", "create"]).contains("restored on trial"), "a backup can be made meanwhile");
    assert_eq!(home.ok(&["maintenance", "off"]), "changes are saved again\n");
    assert_eq!(home.ok(&["maintenance", "off"]), "there was no maintenance\n");
    home.write("more.jsonl", json_lines(2));
    home.ok(&["import", "more.jsonl"]);
    assert_eq!(server.stop(), 0);
}
