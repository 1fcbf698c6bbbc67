//! The index is opened as it was kept, and only what changed is indexed again.

use std::collections::HashMap;
use std::fs;

use jiff::Timestamp;
use jiff::civil::date;

use super::*;
use crate::catalogue::article::PublishedArticle;
use crate::catalogue::{ArticleChange, ArticleTimes, Catalogue, ListQuery, Packer};
use crate::clock::Clock;
use crate::domain::{ActId, ArticleCounts, Language};

/// An article on Legea nr. `number`/2025 whose title is `words`.
fn article(slug: &str, words: &str, number: u32) -> Arc<PublishedArticle> {
    let json = format!(
        r#"{{"slug":"{slug}","title":"{words}","technical_summary":"","simple_explanation":"","importance":3,
            "publish_date":"2026-11-02","topic":"munca","act":{{"type":"LEGE","number":"{number}","year":2025}}}}"#
    );
    let article = serde_json::from_str(&json).expect("an outline");
    let times = ArticleTimes { revision: 1, updated_at: Timestamp::UNIX_EPOCH, arrived_at: Timestamp::UNIX_EPOCH };
    let mut packer = Packer::new(1).expect("a packer");
    Arc::new(PublishedArticle::of_outline(&mut packer, &article, times).expect("packed"))
}

fn three() -> Vec<Arc<PublishedArticle>> {
    vec![article("a", "Chiriile", 1), article("b", "Salariile", 2), article("c", "Pensiile", 2)]
}

/// A server that begins with these articles and keeps its index in the folder.
fn started(folder: &Path, program: &str, articles: Vec<Arc<PublishedArticle>>) -> Catalogue {
    let catalogue = Catalogue::new(Clock::System);
    catalogue.keep_index(IndexFile::new(path(folder), program.to_owned()));
    catalogue.go_live(articles, &HashMap::new(), Vec::new());
    catalogue.update_search(&|| false).expect("an index");
    catalogue
}

fn path(folder: &Path) -> PathBuf {
    folder.join("search-index")
}

/// The slugs of the articles with this word.
fn found(catalogue: &Catalogue, word: &str) -> Vec<String> {
    let query = ListQuery::searching(Language::Ro, word);
    let list = catalogue.list(&query, date(2026, 11, 28)).expect("a complete index");
    let mut slugs: Vec<_> = list.articles.iter().map(|listed| listed.article.slug.to_string()).collect();
    slugs.sort_unstable();
    slugs
}

/// The slugs of the articles on Legea nr. `number`/2025.
fn on_act(catalogue: &Catalogue, number: u32) -> Vec<String> {
    let id = ActId::parse(&format!("lege-{number}-2025")).expect("a name");
    let act = catalogue.act(&id).expect("a complete index");
    let mut slugs: Vec<_> = act.iter().flat_map(|act| &act.own).map(|article| article.slug.to_string()).collect();
    slugs.sort_unstable();
    slugs
}

#[test]
fn an_index_is_kept_across_starts_and_finds_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let before = started(folder.path(), "1.0", three());
    assert!(before.save_index().expect("saved") && !before.save_index().expect("nothing changed"));
    let mut again = three();
    // Their ids are others than before.
    again.reverse();
    let after = started(folder.path(), "1.0", again);
    assert_eq!((after.indexed().reused, after.unsaved_changes()), (3, 0));
    for catalogue in [&before, &after] {
        for (word, expected) in [("chirii", &["a"][..]), ("salarii", &["b"]), ("pensii", &["c"]), ("salariile", &["b"])]
        {
            assert_eq!(found(catalogue, word), expected, "{word}");
        }
        assert_eq!((on_act(catalogue, 1), on_act(catalogue, 2)), (vec!["a".into()], vec!["b".into(), "c".into()]));
        assert_eq!(found(catalogue, "salraiile"), ["b"], "a mistyped word");
    }
}

#[test]
fn what_changed_after_the_index_was_saved_is_indexed_and_what_left_is_not_found() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(started(folder.path(), "1.0", three()).save_index().expect("saved"));
    // The file is older than the store, as after a kill.
    let now = vec![article("a", "Arenda", 3), article("c", "Pensiile", 2), article("d", "Subvențiile", 4)];
    let after = started(folder.path(), "1.0", now);
    assert_eq!((after.indexed().reused, after.indexed().articles), (1, 3));
    let words = [("chirii", vec![]), ("arendă", vec!["a"]), ("salarii", vec![]), ("pensii", vec!["c"])];
    for (word, expected) in words.into_iter().chain([("subvenții", vec!["d"])]) {
        assert_eq!(found(&after, word), expected, "{word}");
    }
    assert!(on_act(&after, 1).is_empty());
    assert_eq!((on_act(&after, 2), on_act(&after, 3)), (vec!["c".into()], vec!["a".into()]));
    assert!(!path(folder.path()).exists(), "an article that left stays in no file");
    assert!(after.save_index().expect("saved"));
    let third = started(folder.path(), "1.0", after.snapshot().articles().to_vec());
    assert_eq!(third.indexed().reused, 3);
    assert_eq!(found(&third, "arendă"), ["a"]);
}

#[test]
fn a_corrected_number_is_the_one_of_the_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let citing = |number: &str| article("a", &format!("Legea voluntariatului nr. {number}"), 1);
    let before = started(folder.path(), "1.0", vec![citing("78/2015"), article("b", "Salariile", 2)]);
    assert!(before.save_index().expect("saved"));
    let after = started(folder.path(), "1.0", vec![citing("78/2014"), article("b", "Salariile", 2)]);
    assert_eq!((after.indexed().reused, found(&after, "legea voluntariatului")), (1, vec!["a".into()]));
    before.apply(vec![ArticleChange::Publish(citing("78/2014"), ArticleCounts::default())]);
    before.update_search(&|| false).expect("an index");
    assert_eq!(found(&before, "legea voluntariatului"), ["a"]);
}

#[test]
fn changes_of_a_server_with_an_opened_index_are_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(started(folder.path(), "1.0", three()).save_index().expect("saved"));
    let after = started(folder.path(), "1.0", three());
    after.apply(vec![
        ArticleChange::Remove(Slug::parse("b").expect("a slug")),
        ArticleChange::Publish(article("d", "Subvențiile", 4), ArticleCounts::default()),
    ]);
    after.update_search(&|| false).expect("an index");
    assert_eq!((found(&after, "subvenții"), on_act(&after, 2)), (vec!["d".into()], vec!["c".into()]));
    assert!(found(&after, "salarii").is_empty() && found(&after, "salraiile").is_empty());
    assert!(after.unsaved_changes() > 0 && !path(folder.path()).exists());
    assert!(after.save_index().expect("saved"));
    let file = fs::read(path(folder.path())).expect("the file");
    let has = |word: &[u8]| file.windows(word.len()).any(|bytes| bytes == word);
    assert!(has(b"pensiile") && !has(b"salariile"), "nothing of an article that left is saved");
}

#[test]
fn a_file_of_another_program_or_a_damaged_one_is_not_used() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(started(folder.path(), "1.0", three()).save_index().expect("saved"));
    let sound = fs::read(path(folder.path())).expect("the file");
    let other = started(folder.path(), "1.1", three());
    assert_eq!((other.indexed().reused, found(&other, "chirii")), (0, vec!["a".into()]));
    assert!(!path(folder.path()).exists());
    let mut damaged = sound.clone();
    damaged[sound.len() / 2] ^= 1;
    for bytes in [&damaged[..], &sound[..sound.len() / 2], b""] {
        fs::write(path(folder.path()), bytes).expect("written");
        let after = started(folder.path(), "1.0", three());
        assert_eq!((after.indexed().reused, found(&after, "chirii")), (0, vec!["a".into()]));
        assert!(after.save_index().expect("saved"));
        assert_eq!(started(folder.path(), "1.0", three()).indexed().reused, 3);
    }
}

#[test]
fn an_index_of_another_store_is_not_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = (0..=MOST_UNFORGOTTEN).map(|number| article(&format!("x{number}"), "Chiriile", 1)).collect();
    assert!(started(folder.path(), "1.0", other).save_index().expect("saved"));
    let after = started(folder.path(), "1.0", three());
    assert_eq!((after.indexed().reused, found(&after, "chirii")), (0, vec!["a".into()]));
}

#[test]
fn an_index_that_cannot_be_saved_goes_on_and_is_saved_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let gone = folder.path().join("gone");
    let catalogue = started(&gone, "1.0", three());
    catalogue.save_index().expect_err("there is no folder");
    assert_eq!(found(&catalogue, "chirii"), ["a"]);
    fs::create_dir(&gone).expect("a folder");
    assert!(catalogue.save_index().expect("saved"));
    assert_eq!(started(&gone, "1.0", three()).indexed().reused, 3);
}
