//! The changes that an act makes in the texts of other acts, as far as rules can read them.

use jiff::civil::Date;

use super::form::act_of;
use crate::domain::act::Act;
use crate::domain::amendment::{Amendment, AmendmentKind, PieceKind, TextPiece};
use paragraf_law::amend::act::ActName;
use paragraf_law::amend::changed::ChangedProvisions;
use paragraf_law::amend::operation::AmendingOperation;
use paragraf_law::amend::operations;
use paragraf_law::amend::through::on_amended_act;
use paragraf_law::apply::{self, DifferencePiece, OperationOutcome, When};
use paragraf_law::form::Form;
use paragraf_law::form::read;

/// Most operations that are listed for one amending act.
const MAX_LISTED: usize = 300;
/// Bytes of all texts that are listed for one amending act.
const MAX_BYTES: usize = 400_000;
/// Characters of one text; an annex may have many more.
const MAX_TEXT: usize = 8_000;

/// An amending act that was read.
pub struct ParsedAmendingAct {
    form: Form,
    acts: Vec<AmendedAct>,
}

/// An act that an amending act changes.
pub struct AmendedAct {
    pub act: Act,
    /// The number of operations that name it.
    pub named: u32,
    /// The provisions that the operations name.
    pub changed: ChangedProvisions,
}

/// How many more operations and bytes may be listed.
pub struct AmendmentRoom {
    operations: usize,
    bytes: usize,
}

/// The operations on one act.
pub struct AppliedAmendments {
    pub found: u32,
    pub applied: u32,
    /// The first ones, as far as there is room.
    pub amendments: Vec<Amendment>,
    /// The provisions that the operations do not name and that are found in the form.
    pub found_places: Vec<String>,
}

impl ParsedAmendingAct {
    /// Reads an act. `None` if it amends no act that it names.
    pub fn read(text: &str) -> Option<Self> {
        let form = read::read(text).ok()?;
        let operations = operations(&form);
        let mut acts: Vec<AmendedAct> = Vec::new();
        for operation in &operations {
            if let Some(name) = &operation.act {
                named(&mut acts, name).changed.add(operation);
            }
            for name in &operation.through {
                let amended = named(&mut acts, name);
                on_amended_act(operation.clone(), name).iter().for_each(|operation| amended.changed.add(operation));
            }
        }
        // An operation that names no act is one on the only act that others name.
        if let [only] = &mut acts[..] {
            let nameless = |operation: &&AmendingOperation| operation.act.is_none() && operation.through.is_empty();
            operations.iter().filter(nameless).for_each(|operation| only.changed.add(operation));
        }
        (!acts.is_empty()).then_some(Self { form, acts })
    }

    /// The acts that it amends, in its order.
    pub fn acts(&self) -> &[AmendedAct] {
        &self.acts
    }

    /// Applies the operations to a form of one of the acts. `published` is the day of the amending act's gazette.
    ///
    /// # Errors
    /// A sentence when the form cannot be read or is of another act.
    pub fn apply(
        &self,
        form: &str,
        published: Option<Date>,
        room: &mut AmendmentRoom,
    ) -> Result<AppliedAmendments, String> {
        let applied = apply::apply_when(&read::read(form)?, &self.form, When { published, on: None })?;
        let is_applied = |outcome: &&OperationOutcome| outcome.problem.is_none();
        Ok(AppliedAmendments {
            found: size(applied.outcomes.len()),
            applied: size(applied.outcomes.iter().filter(is_applied).count()),
            amendments: applied.outcomes.iter().map_while(|outcome| room.take(amendment(outcome))).collect(),
            found_places: applied.outcomes.iter().filter_map(found_place).collect(),
        })
    }
}

impl Default for AmendmentRoom {
    fn default() -> Self {
        Self { operations: MAX_LISTED, bytes: MAX_BYTES }
    }
}

impl AmendmentRoom {
    /// The amendment, unless there is no room for it.
    pub(super) fn take(&mut self, amendment: Amendment) -> Option<Amendment> {
        let bytes = amendment.bytes();
        if self.operations == 0 || bytes > self.bytes {
            // The list ends here, so that it has no gap.
            self.operations = 0;
            return None;
        }
        self.operations -= 1;
        self.bytes -= bytes;
        Some(amendment)
    }
}

/// The act of this name, with one more operation that names it.
fn named<'a>(acts: &'a mut Vec<AmendedAct>, name: &ActName) -> &'a mut AmendedAct {
    let act = act_of(name, None);
    let at = acts.iter().position(|known| known.act == act).unwrap_or(acts.len());
    if at == acts.len() {
        acts.push(AmendedAct { act, named: 0, changed: ChangedProvisions::default() });
    }
    acts[at].named += 1;
    &mut acts[at]
}

/// The provision of an operation that need not name it: it adds provisions by number, replaces words in the whole act, or
/// changes the last provision of a kind.
fn found_place(outcome: &OperationOutcome) -> Option<String> {
    let is_found =
        !matches!(outcome.kind, AmendmentKind::Renumber | AmendmentKind::Prorogue | AmendmentKind::NotUnderstood);
    let place = outcome.place.as_ref().filter(|place| is_found && !outcome.in_annex && !place.steps.is_empty())?;
    Some(place.to_string())
}

fn size(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn amendment(outcome: &OperationOutcome) -> Amendment {
    let is_applied = outcome.problem.is_none();
    let (before, before_is_cut) = cut(outcome.before.as_deref().unwrap_or_default());
    let (after, after_is_cut) = cut(outcome.after.as_deref().unwrap_or_default());
    let (text, text_is_cut) = cut(&outcome.text);
    let pieces = if is_applied { joined(apply::difference(before, after)) } else { vec![] };
    Amendment {
        kind: outcome.kind,
        source: outcome.source.clone(),
        provision: outcome.place.as_ref().map(ToString::to_string),
        was: None,
        difference: pieces,
        until: outcome.until.clone().filter(|_| is_applied),
        in_force: outcome.own_day.as_ref().and_then(|own| own.in_force),
        force_clause: outcome.own_day.as_ref().map(|own| own.clause.clone()),
        problem: outcome.problem.clone(),
        text: (!is_applied).then(|| text.to_owned()),
        is_cut: if is_applied { before_is_cut || after_is_cut } else { text_is_cut },
    }
}

/// Joins changes of successive words into one change: the space between them becomes part of both texts.
pub(super) fn joined(pieces: Vec<DifferencePiece>) -> Vec<TextPiece> {
    let (mut all, mut removed, mut added) = (Vec::new(), String::new(), String::new());
    let last = pieces.len().saturating_sub(1);
    for (at, piece) in pieces.into_iter().enumerate() {
        match piece {
            DifferencePiece::Removed(text) => removed.push_str(&text),
            DifferencePiece::Added(text) => added.push_str(&text),
            DifferencePiece::Same(text) if at > 0 && at < last && text.trim().is_empty() => {
                removed.push_str(&text);
                added.push_str(&text);
            }
            DifferencePiece::Same(text) => {
                end_change(&mut all, &mut removed, &mut added);
                push(&mut all, PieceKind::Same, text);
            }
        }
    }
    end_change(&mut all, &mut removed, &mut added);
    all
}

fn end_change(all: &mut Vec<TextPiece>, removed: &mut String, added: &mut String) {
    push(all, PieceKind::Removed, std::mem::take(removed));
    push(all, PieceKind::Added, std::mem::take(added));
}

fn push(all: &mut Vec<TextPiece>, kind: PieceKind, text: String) {
    if !text.is_empty() {
        all.push(TextPiece { kind, text });
    }
}

/// The beginning of a long text, and whether something is left out.
pub(super) fn cut(text: &str) -> (&str, bool) {
    text.char_indices().nth(MAX_TEXT).map_or((text, false), |(at, _)| (text[..at].trim_end(), true))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "---\ntitle: \"LEGE nr. 31 din 16 noiembrie 1990\"\n---\n# LEGE nr. 31 din 16 noiembrie 1990\n\n##### Articolul 1\n\n(1) Taxa este de 40 lei.\n\n(2) Taxa se plătește anual.\n\n##### Articolul 2\n\nAlt text.\n";
    const ACT: &str = "LEGE nr. 5 din 3 martie 2026 pentru modificarea Legii nr. 31/1990\nArticol unic\nLegea nr. 31/1990 se modifică după cum urmează:\n1. La articolul 1, alineatul (1) se modifică și va avea următorul cuprins:\n„(1) Taxa este de 45 lei.”\n2. Articolul 900 se abrogă.";

    #[test]
    fn operations_are_applied_and_what_does_not_fit_is_listed_with_its_text() {
        let act = ParsedAmendingAct::read(ACT).expect("an amending act");
        let [AmendedAct { act: amended, named: 2, changed }] = act.acts() else { panic!("one amended act") };
        assert_eq!((amended.kind.as_str(), amended.number.as_deref(), amended.year), ("LEGE", Some("31"), 1990));
        assert_eq!(changed.places, ["art. 1 alin. (1)", "art. 900"]);
        let found = act.apply(BASE, None, &mut AmendmentRoom::default()).expect("applied");
        assert_eq!((found.found, found.applied), (2, 1));
        let [changed, listed] = &found.amendments[..] else { panic!("{:?}", found.amendments) };
        assert_eq!(changed.provision.as_deref(), Some("art. 1 alin. (1)"));
        let removed: Vec<_> = changed.difference.iter().filter(|it| it.kind == PieceKind::Removed).collect();
        assert_eq!(removed[0].text, "40");
        assert!(!listed.is_applied() && listed.text.as_ref().is_some_and(|text| text.contains("900")), "{listed:?}");
    }

    #[test]
    fn words_that_change_in_a_row_are_one_change() {
        let pieces = joined(apply::difference("cel puțin 5 persoane au", "cel puțin o persoană au"));
        let of = |kind, text: &str| TextPiece { kind, text: text.to_owned() };
        let expected = [
            of(PieceKind::Same, "cel puțin "),
            of(PieceKind::Removed, "5 persoane"),
            of(PieceKind::Added, "o persoană"),
            of(PieceKind::Same, " au"),
        ];
        assert_eq!(pieces, expected);
        assert_eq!(joined(apply::difference("", "")), []);
    }

    #[test]
    fn texts_without_operations_amend_nothing_and_a_list_ends_when_its_room_is_used_up() {
        assert!(ParsedAmendingAct::read("").is_none());
        assert!(ParsedAmendingAct::read("LEGE nr. 5 din 3 martie 2026\nArticolul 1\nSe acordă o decorație.").is_none());
        let act = ParsedAmendingAct::read(ACT).expect("an amending act");
        let found = act.apply(BASE, None, &mut AmendmentRoom { operations: 1, bytes: MAX_BYTES }).expect("applied");
        assert_eq!((found.found, found.amendments.len()), (2, 1));
        let found = act.apply(BASE, None, &mut AmendmentRoom { operations: 5, bytes: 1 }).expect("applied");
        assert_eq!((found.found, found.amendments.len()), (2, 0));
        let long = "ă".repeat(MAX_TEXT + 1);
        let (text, is_cut) = cut(&long);
        assert!(is_cut && text.chars().count() == MAX_TEXT);
    }
}
