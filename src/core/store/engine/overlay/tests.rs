//! A group over fetched rows behaves as one over the rows themselves.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::kept;
use super::super::rows::Rows as _;
use super::*;

/// Rounds in which everything is fetched.
const MAX_ROUNDS: usize = 200;
const TABLE: &str = "trial";

type StoredRows = BTreeMap<Vec<u8>, Vec<u8>>;

#[derive(Debug, Clone)]
enum TrialStep {
    Get(u8),
    GetMany(Vec<u8>),
    Page { start: u8, end: Option<u8>, order: Order, limit: usize },
    Put(u8, u8),
    Delete(u8),
    DeleteRange(u8, u8),
}

fn step() -> impl Strategy<Value = TrialStep> {
    let key = || 0..24_u8;
    let order = prop_oneof![Just(Order::Ascending), Just(Order::Descending)];
    prop_oneof![
        key().prop_map(TrialStep::Get),
        prop::collection::vec(key(), 0..6).prop_map(TrialStep::GetMany),
        (key(), prop::option::of(key()), order, 0..9_usize).prop_map(|(start, end, order, limit)| TrialStep::Page {
            start,
            end,
            order,
            limit
        }),
        (key(), any::<u8>()).prop_map(|(key, value)| TrialStep::Put(key, value)),
        key().prop_map(TrialStep::Delete),
        (key(), key()).prop_map(|(start, end)| TrialStep::DeleteRange(start, end)),
    ]
}

/// The rows of a page in its order.
fn page_of(rows: &StoredRows, start: &[u8], end: Option<&[u8]>, order: Order, limit: usize) -> Vec<Row> {
    let inside = rows.iter().filter(|(key, _)| &key[..] >= start && end.is_none_or(|end| &key[..] < end));
    let mut page: Vec<Row> = inside.map(|(key, value)| (key.clone(), value.clone())).collect();
    if order == Order::Descending {
        page.reverse();
    }
    page.truncate(limit);
    page
}

/// The answer of a step on the table itself.
fn on_rows(step: &TrialStep, rows: &mut StoredRows) -> Vec<Row> {
    let found =
        |rows: &StoredRows, key: u8| rows.get_key_value(&vec![key]).map(|(key, value)| (key.clone(), value.clone()));
    match step {
        TrialStep::Get(key) => found(rows, *key).into_iter().collect(),
        TrialStep::GetMany(keys) => keys.iter().filter_map(|key| found(rows, *key)).collect(),
        TrialStep::Page { start, end, order, limit } => {
            page_of(rows, &[*start], end.as_ref().map(std::slice::from_ref), *order, *limit)
        }
        TrialStep::Put(key, value) => {
            rows.insert(vec![*key], vec![*value]);
            vec![]
        }
        TrialStep::Delete(key) => rows.remove_entry(&vec![*key]).map(|_| (vec![*key], vec![])).into_iter().collect(),
        TrialStep::DeleteRange(start, end) => {
            rows.retain(|key, _| key[0] < *start || key[0] >= *end);
            vec![]
        }
    }
}

/// The answer of a step through an overlay.
fn through(step: &TrialStep, overlay: &Overlay) -> Result<Vec<Row>, StoreError> {
    match step {
        TrialStep::Get(key) => {
            let mut rows = Vec::new();
            overlay.get(TABLE, &[*key], &mut |value| {
                rows.push((vec![*key], value.to_vec()));
                Ok(())
            })?;
            Ok(rows)
        }
        TrialStep::GetMany(keys) => overlay.get_many(TABLE, keys.iter().map(|key| vec![*key]).collect()),
        TrialStep::Page { start, end, order, limit } => {
            let bounds = Bounds { start: &[*start], end: end.as_ref().map(std::slice::from_ref) };
            overlay.page(TABLE, bounds, *order, *limit)
        }
        TrialStep::Put(key, value) => {
            overlay.put(TABLE, &[*key], &[*value]);
            Ok(vec![])
        }
        TrialStep::Delete(key) => {
            Ok(overlay.delete(TABLE, &[*key])?.then(|| (vec![*key], vec![])).into_iter().collect())
        }
        TrialStep::DeleteRange(start, end) => {
            overlay.delete_range(TABLE, &[*start], &[*end]);
            Ok(vec![])
        }
    }
}

fn serve(rows: &StoredRows, request: &Request) -> Vec<Row> {
    match request {
        Request::Row { key, .. } => rows.get_key_value(key).map(|(k, v)| (k.clone(), v.clone())).into_iter().collect(),
        Request::Page { start, end, order, limit, .. } => page_of(rows, start, end.as_deref(), *order, *limit),
    }
}

struct RowsOfTest(StoredRows);

impl RowSource for RowsOfTest {
    fn answer(&mut self, requests: Vec<Request>) -> Result<Vec<Answer>, StoreError> {
        let answer = |request: Request| (request.clone(), serve(&self.0, &request));
        Ok(requests.into_iter().map(answer).collect())
    }
}

fn apply(changes: TableChanges, rows: &mut StoredRows) {
    for (start, end) in changes.ranges {
        rows.retain(|key, _| *key < start || *key >= end);
    }
    for (key, value) in changes.rows {
        match value {
            Some(value) => drop(rows.insert(key, value)),
            None => drop(rows.remove(&key)),
        }
    }
}

proptest! {
    /// Whatever is fetched when, the steps get the answers of the table, and the changes lead to the same rows.
    #[test]
    fn an_overlay_answers_as_the_table(
        base in prop::collection::btree_map(0..24_u8, any::<u8>(), 0..24),
        steps in prop::collection::vec(step(), 1..24),
    ) {
        let base: StoredRows = base.into_iter().map(|(key, value)| (vec![key], vec![value])).collect();
        let mut expected = base.clone();
        let answers: Vec<_> = steps.iter().map(|step| on_rows(step, &mut expected)).collect();
        let source = Rc::new(RefCell::new(RowsOfTest(base.clone())));
        let overlay = Overlay::over(&Fetched::default(), KeptView::default(), Some(source));
        let found = steps.iter().map(|step| through(step, &overlay));
        let found: Vec<_> = found.map(|answer| answer.expect("the source answers")).collect();
        prop_assert_eq!(&found, &answers);
        let mut rows = base.clone();
        overlay.into_changes().0.into_values().for_each(|changes| apply(changes, &mut rows));
        prop_assert_eq!(&rows, &expected);
        let mut fetched = Fetched::default();
        for _ in 0..MAX_ROUNDS {
            let overlay = Overlay::over(&fetched, KeptView::default(), None);
            let found: Vec<_> = steps.iter().map(|step| through(step, &overlay)).collect();
            let missing = overlay.missing();
            if missing.is_empty() {
                let found: Vec<_> = found.into_iter().map(|answer| answer.expect("an answer")).collect();
                prop_assert_eq!(found, answers);
                let mut rows = base.clone();
                overlay.into_changes().0.into_values().for_each(|changes| apply(changes, &mut rows));
                prop_assert_eq!(rows, expected);
                return Ok(());
            }
            for request in missing {
                fetched.learn(&request, serve(&base, &request));
            }
        }
        prop_assert!(false, "the rounds do not end");
    }
}

#[test]
fn a_row_that_another_process_may_have_changed_is_read_where_guesses_are_allowed() {
    let rows = Rc::new(RefCell::new(KeptRows::default()));
    let connected_at = std::time::Instant::now();
    let changed = TableChanges { ranges: vec![], rows: BTreeMap::from([(b"b".to_vec(), None)]) };
    rows.borrow_mut().advance(1, connected_at, &[]);
    for key in [b"a", b"b", b"c"] {
        rows.borrow_mut().learn(TABLE, key, Some(b"1"));
    }
    rows.borrow_mut().advance(2, connected_at, &[Some(kept::noted(&BTreeMap::from([(TABLE, changed)])))]);
    let requests: Vec<_> = [b"b"].map(|key| Request::Row { table: TABLE, key: key.to_vec() }).into();
    for may_guess in [true, false] {
        let kept = KeptView { rows: Rc::clone(&rows), may_guess };
        let overlay = Overlay::over(&Fetched::default(), kept, None);
        overlay.delete_range(TABLE, b"c", b"d");
        let has = |key: &[u8]| overlay.get(TABLE, key, &mut |_| Ok(())).ok();
        assert_eq!((has(b"a"), has(b"b"), has(b"c")), (Some(true), may_guess.then_some(true), Some(false)));
        let (guessed, missing) = (overlay.guessed(), overlay.missing());
        assert_eq!(if may_guess { (&guessed, missing.len()) } else { (&missing, guessed.len()) }, (&requests, 0));
    }
}
