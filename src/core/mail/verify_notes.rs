//! What several deadlines of a message leave to verify stands once, below them with their names.

use super::document::{Block, Day};
use crate::domain::prose::{Part, Run};

/// A note and the names of the deadlines that share it.
type SharedNote = (String, Vec<String>);

/// The days, without the notes that several deadlines share, then those notes. Nothing without a day.
pub(super) fn blocks(mut days: Vec<Day>) -> Vec<Block> {
    if days.is_empty() {
        return vec![];
    }
    let shared = shared_notes(&days);
    for duty in days.iter_mut().flat_map(|day| &mut day.duties) {
        duty.verify.retain(|note| shared.iter().all(|(text, _)| *text != note.text));
    }
    let notes = shared.into_iter().flat_map(|(text, names)| {
        let items = names.iter().map(|name| vec![Run::plain(name)]).collect();
        [Part::Paragraph(vec![Run::plain(text)]), Part::List { first: None, items }]
    });
    std::iter::once(Block::Days(days)).chain(notes.map(Block::Part)).collect()
}

/// The notes of at least two names, in their order; each name once.
fn shared_notes(days: &[Day]) -> Vec<SharedNote> {
    let mut all: Vec<SharedNote> = Vec::new();
    for duty in days.iter().flat_map(|day| &day.duties) {
        for note in &duty.verify {
            let name = note.of.as_ref().unwrap_or(&duty.what);
            match all.iter_mut().find(|(text, _)| *text == note.text) {
                Some((_, names)) if names.contains(name) => {}
                Some((_, names)) => names.push(name.clone()),
                None => all.push((note.text.clone(), vec![name.clone()])),
            }
        }
    }
    all.retain(|(_, names)| names.len() > 1);
    all
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::domain::form_line::VerifyNote;
    use crate::domain::prose;
    use crate::mail::DutyLine;

    fn line(what: &str, verify: Vec<VerifyNote>) -> DutyLine {
        DutyLine {
            what: what.to_owned(),
            who: None,
            title: String::new(),
            verify,
            reason: None,
            link: String::new(),
            is_private: false,
            is_conditional: false,
        }
    }

    #[test]
    fn a_note_of_several_deadlines_stands_once_below_them() {
        let note = |text: &str| VerifyNote::of_line(text.to_owned());
        let of_rent = VerifyNote { of: Some("Chirii".to_owned()), text: "perioada".to_owned() };
        let days = vec![
            Day { date: date(2027, 1, 25), duties: vec![line("D300", vec![note("perioada"), note("ziua")])] },
            Day { date: date(2027, 2, 1), duties: vec![line("D394", vec![note("perioada")])] },
            Day { date: date(2027, 2, 2), duties: vec![line("D100", vec![of_rent])] },
        ];
        let blocks = blocks(days);
        let [Block::Days(days), Block::Part(Part::Paragraph(text)), Block::Part(Part::List { items, .. })] =
            &blocks[..]
        else {
            panic!("{blocks:?}")
        };
        let left: Vec<_> = days.iter().flat_map(|day| &day.duties).map(|duty| duty.verify.clone()).collect();
        assert_eq!(left, [vec![note("ziua")], vec![], vec![]]);
        assert_eq!(prose::text(text), "perioada");
        let names: Vec<_> = items.iter().map(|item| prose::text(item)).collect();
        assert_eq!(names, ["D300", "D394", "Chirii"]);
    }

    #[test]
    fn a_note_of_one_deadline_stays_in_its_line() {
        let note = VerifyNote::of_line("ziua".to_owned());
        let day = |month| Day { date: date(2027, month, 25), duties: vec![line("D300", vec![note.clone()])] };
        let days = vec![day(1), day(2)];
        assert_eq!(blocks(days.clone()), [Block::Days(days)]);
        assert_eq!(blocks(vec![]), []);
    }
}
