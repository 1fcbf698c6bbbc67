//! Tests of erasures.

use super::super::Store;
use super::*;
use crate::clock::Clock;

fn ana() -> Email {
    Email::parse("Ana@exemplu.ro").expect("an address")
}

fn at(text: &str) -> Timestamp {
    text.parse().expect("an instant")
}

fn noted_in(store: &Store) -> BTreeSet<Erasure> {
    store.read_blocking(|tx| Ok(noted(tx)?)).expect("read").into_iter().collect()
}

#[test]
fn a_noted_erasure_is_written_once_and_found_again_by_its_address() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, store) = (path(folder.path()), Store::in_memory(&Clock::System).expect("a store"));
    for day in ["2026-11-26T10:00:00Z", "2026-11-27T10:00:00Z"] {
        let write = move |tx: &WriteTx| Ok(note(tx, &ErasedSubject::Person(ana()), at(day))?);
        store.write_blocking(write).expect("noted");
    }
    let erasures = noted_in(&store);
    assert_eq!(erasures.len(), 1, "an erasure that is noted again replaces its note");
    for _ in 0..2 {
        append(&file, &erasures).expect("appended");
    }
    let written = erasures.iter().cloned().collect::<Vec<_>>();
    store.write_blocking(move |tx| Ok(forget_noted(tx, &written)?)).expect("forgotten");
    assert_eq!(noted_in(&store), BTreeSet::new());
    let text = std::fs::read_to_string(&file).expect("the file");
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(!text.contains("xemplu") && text.contains("2026-11-27 person "), "{text}");
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).expect("the file").permissions());
    assert_eq!(mode & 0o777, 0o600);

    let list = ErasureList::new(store.instance(), &read(&file).expect("read"));
    let lower = Email::parse("ana@exemplu.ro").expect("an address");
    assert_eq!(list.day_of(&ErasedSubject::Person(lower)), Some(Date::constant(2026, 11, 27)));
    assert_eq!(list.day_of(&ErasedSubject::Subscriber(ana())), None, "another kind");
    let elsewhere = ErasureList::new(Uuid::nil(), &read(&file).expect("read"));
    assert_eq!(elsewhere.day_of(&ErasedSubject::Person(ana())), None, "another installation");
}

#[test]
fn a_line_that_was_cut_off_does_not_spoil_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, erasure) = (path(folder.path()), |name: &str| Erasure {
        day: Date::constant(2026, 11, 27),
        kind: "person".into(),
        hash: ErasedSubject::Person(Email::parse(name).expect("an address")).hash(Uuid::nil()),
    });
    let (first, second) = (erasure("ana@exemplu.ro"), erasure("dan@exemplu.ro"));
    append(&file, &[first.clone()].into()).expect("appended");
    let mut text = std::fs::read_to_string(&file).expect("the file");
    text.push_str("2026-11-27 person abc");
    std::fs::write(&file, text).expect("cut off");
    append(&file, &[second.clone()].into()).expect("appended");
    assert_eq!(read(&file).expect("read"), BTreeSet::from([first, second]));
}

#[test]
fn a_rewriting_counts_only_for_the_erasures_before_it() {
    let store = Store::in_memory(&Clock::System).expect("a store");
    let (first, later) = (at("2026-11-27T10:00:00Z"), at("2026-11-27T10:00:01Z"));
    let due = |store: &Store| store.read_blocking(|tx| Ok(rewrite_due(tx)?)).expect("read");
    store.write_blocking(move |tx| Ok(request_rewrite(tx, first)?)).expect("requested");
    store.write_blocking(move |tx| Ok(request_rewrite(tx, later)?)).expect("requested");
    store.write_blocking(move |tx| Ok(note_rewritten(tx, first)?)).expect("noted");
    assert_eq!(due(&store), Some(later));
    store.write_blocking(move |tx| Ok(note_rewritten(tx, later)?)).expect("noted");
    assert_eq!(due(&store), None);
}
