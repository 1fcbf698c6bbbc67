//! Tests of keys.

use jiff::civil::{Date, date};

use super::*;
use crate::domain::email::Email;
use crate::domain::{CampaignId, Slug, Uid};
use crate::store::key_parts::Address;

fn key<K: Key>(key: &(impl ToKey<K> + ?Sized)) -> Vec<u8> {
    key.to_key()
}

fn slug(text: &str) -> Slug {
    Slug::parse(text).expect("a slug")
}

#[test]
fn keys_sort_as_their_parts_do() {
    let revision = |text, number: u32| key::<(Slug, u32)>(&(&slug(text), &number));
    assert!(revision("a", 2) < revision("a", 10));
    assert!(revision("a", u32::MAX) < revision("a-b", 1));
    let dated = |day: Date, text| key::<(Date, Slug)>(&(&day, &slug(text)));
    assert!(dated(date(2025, 1, 31), "z") < dated(date(2025, 2, 1), "a"));
    assert!(dated(date(-1, 12, 31), "a") < dated(date(2025, 2, 1), "a"));
}

#[test]
fn keys_are_read_back() {
    let uid = Uid::parse(&"u".repeat(28)).expect("a uid");
    let mark = key::<(Uid, String)>(&(&uid, "a-b"));
    assert_eq!(<(Uid, String)>::decode(&mark), Some((uid, "a-b".to_owned())));
    assert_eq!(<(Uid, String)>::decode(b"short"), None);
    let day = date(2026, 1, 31);
    let counted = key::<(Date, String, String)>(&(&day, "article_open", "z"));
    let parts = (day, "article_open".to_owned(), "z".to_owned());
    assert_eq!(<(Date, String, String)>::decode(&counted), Some(parts));
    assert_eq!(<(Date, String, String)>::decode(b"abcdnope"), None);
}

#[test]
fn a_prefix_covers_exactly_its_own_keys() {
    let range = KeyRange::<(Slug, u32)>::prefix(&slug("a"));
    let holds = |text, number: u32| {
        let key = key::<(Slug, u32)>(&(&slug(text), &number));
        range.start <= key && key < range.end
    };
    assert!(holds("a", 0) && holds("a", u32::MAX));
    assert!(!holds("a-b", 1) && !holds("b", 1));
    let last = KeyRange::<(u8, Slug)>::prefix(&u8::MAX);
    assert!(last.start < last.end);
}

#[test]
fn an_address_is_never_shown() {
    let id = CampaignId::parse("spring").expect("an id");
    let email = Email::parse("Ana@example.ro").expect("an address");
    let key = key::<(CampaignId, Address)>(&(&id, &email));
    assert_eq!(<(CampaignId, Address)>::show(&key), "spring (an address)");
    assert_eq!(<(Slug, u32)>::show(b"tva\0\0\0\0\x02"), "tva 2");
}
