use jiff::{Timestamp, ToSpan};
use paragraf::clock::Clock;
use paragraf::domain::{Article, Status};
use paragraf::store::articles::ArticleRecord;
use paragraf::store::verify::verify;
use paragraf::store::{articles, removal};
use proptest::prelude::{Strategy, any, proptest};

use super::put;
use crate::support::articles::article;
use crate::support::stores;

#[derive(Debug, Clone)]
enum Step {
    Put { slug: u8, day: u8 },
    Remove { slug: u8 },
}

fn step() -> impl Strategy<Value = Step> {
    (any::<bool>(), 0..6_u8, 0..4_u8).prop_map(|(put, slug, day)| match put {
        true => Step::Put { slug, day },
        false => Step::Remove { slug },
    })
}

proptest! {
    /// After any sequence of writes and removals, records, indexes, revisions and counts agree.
    #[test]
    fn indexes_follow_the_records(steps in proptest::collection::vec(step(), 1..40)) {
        let store = stores::empty(&Clock::System);
        for step in steps {
            let done = store.write_blocking(move |tx| match step {
                Step::Put { slug, day } => {
                    let mut article = article(&format!("s-{slug}"));
                    article.publish_date += i64::from(day).days();
                    put(tx, &article)
                }
                Step::Remove { slug } => {
                    removal::article(tx, &article(&format!("s-{slug}")).slug)?;
                    Ok(())
                }
            });
            done.expect("the step");
        }
        let findings = store.read_blocking(|tx| Ok(verify(tx)?)).expect("a verify");
        assert_eq!(findings, []);
    }
}

#[test]
fn content_that_no_reader_saw_is_replaced_in_place() {
    let now = Timestamp::from_second(60).expect("a time");
    let new = ArticleRecord::new(article("a"), Status::Draft, Timestamp::UNIX_EPOCH);
    let draft = ArticleRecord { revision: 2, last_public_revision: 1, ..new };
    let other = Article { title: "doi".into(), ..article("a") };
    let replaced = draft.with_content(other.clone(), now);
    assert_eq!((replaced.revision, replaced.updated_at, &replaced.article), (2, now, &other));
    let seen = ArticleRecord { last_public_revision: 2, ..draft };
    assert_eq!(seen.with_content(other.clone(), now).revision, 3);
    assert_eq!(ArticleRecord { status: Status::Published, ..replaced }.with_content(article("a"), now).revision, 3);
    assert_eq!(seen.with_content(article("a"), now), seen, "the same content changes nothing");
}

#[test]
fn a_change_of_content_keeps_the_earlier_revisions_in_order() {
    let store = stores::empty(&Clock::System);
    for title in ["unu", "doi", "trei"] {
        let mut article = article("a");
        article.title = title.into();
        store.write_blocking(move |tx| put(tx, &article)).expect("a write");
    }
    let slug = article("a").slug;
    let (now, earlier) =
        store.read_blocking(|tx| Ok((articles::get(tx, &slug)?, articles::revisions(tx, &slug)?))).expect("a look-up");
    let now = now.expect("the article");
    assert_eq!((now.revision, now.article.title.as_str()), (3, "trei"));
    let titles: Vec<_> = earlier.iter().map(|revision| (revision.revision, revision.article.title.as_str())).collect();
    assert_eq!(titles, [(1, "unu"), (2, "doi")]);
}
