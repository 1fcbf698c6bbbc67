//! Provisions before and after, as the app shows them: the first ones open.

use maud::{Markup, html};

use super::kept_words::kept_words;
use super::labels::day_html;
use super::raised::raised;
use crate::domain::Language;
use crate::domain::amendment::{ActAmendments, Amendment, AmendmentKind, FormReference, PieceKind};
use crate::web::page_words::{PageWords, Text, fill, page_words};

/// Provisions that the page opens.
const OPEN_PROVISIONS: usize = 3;
/// Provisions in the page; the app has all.
const LISTED_PROVISIONS: usize = 20;
/// Bytes of texts in the page.
const MAX_BYTES: usize = 40_000;

page_words! {
    struct AmendmentWords {
        pub before: Text = "article.amendments.before",
        pub after: Text = "article.amendments.after",
        pub removed: Text = "common.removed",
        pub added: Text = "common.added",
        /// The words before the day of the form.
        pub form: Text = "article.amendments.form",
        /// The kinds in the order of [`AmendmentKind`].
        pub kinds: [Text; 6] = [
            "article.amendments.kind.modify",
            "article.amendments.kind.insert",
            "article.amendments.kind.repeal",
            "article.amendments.kind.renumber",
            "article.amendments.kind.replace_words",
            "article.amendments.kind.prorogue",
        ],
        /// The words before the earlier name of a provision.
        pub was: Text = "article.amendments.was",
        pub until: Text = "article.amendments.until",
        /// The words before an operation's own day of entry into force, and before the clause about a day that is not
        /// known.
        pub in_force: [Text; 2] = ["article.amendments.in_force", "article.amendments.own_day"],
        pub listed: Text = "served.amendments.listed",
        pub cut: Text = "article.amendments.cut",
        pub more: Text = "article.amendments.more",
    }
}

/// The provisions of each act that has a form; empty if none has.
pub(super) fn amendments(acts: &[ActAmendments], language: Language) -> Markup {
    let words = words(language);
    let mut room = PageRoom::default();
    let shown: Vec<_> = acts
        .iter()
        .filter_map(|act| Some((act, act.form.as_ref()?)))
        .filter(|(act, _)| !act.amendments.is_empty())
        .map(|(act, form)| of_act(act, form, language, words, &mut room))
        .collect();
    html! { @for act in &shown { (act) } }
}

fn words(language: Language) -> &'static AmendmentWords {
    AmendmentWords::of(language)
}

/// How much more the page lists.
pub(super) struct PageRoom {
    entries: usize,
    bytes: usize,
}

impl Default for PageRoom {
    fn default() -> Self {
        Self { entries: 0, bytes: MAX_BYTES }
    }
}

impl PageRoom {
    /// The place of the next entry, if there is room for it.
    fn take(&mut self, amendment: &Amendment) -> Option<usize> {
        let place = self.entries;
        self.bytes = self.bytes.checked_sub(amendment.bytes())?;
        self.entries += 1;
        (place < LISTED_PROVISIONS).then_some(place)
    }
}

fn of_act(
    act: &ActAmendments,
    form: &FormReference,
    language: Language,
    words: &AmendmentWords,
    room: &mut PageRoom,
) -> Markup {
    let found = usize::try_from(act.found).unwrap_or(usize::MAX);
    html! {
        h3.amended-act { (kept_words(&act.act.citation(language))) }
        p.amended-form { (words.form) " " (day_html(form.date, language)) }
        (provisions(&act.amendments, found, language, room))
    }
}

/// The provisions as far as there is room, and how many more of those found there are.
pub(super) fn provisions(all: &[Amendment], found: usize, language: Language, room: &mut PageRoom) -> Markup {
    let words = words(language);
    let entries: Vec<_> = all
        .iter()
        .map_while(|amendment| Some(entry(amendment, language, words, room.take(amendment)? < OPEN_PROVISIONS)))
        .collect();
    let more = found.saturating_sub(entries.len());
    html! {
        @for entry in &entries { (entry) }
        @if more > 0 { p.amended-form { (fill(words.more, &[("number", &more.to_string())])) } }
    }
}

fn entry(amendment: &Amendment, language: Language, words: &AmendmentWords, is_open: bool) -> Markup {
    let place = amendment.provision.as_deref().unwrap_or(&amendment.source);
    html! {
        details.amendment open[is_open] {
            summary.amendment-head {
                span.amendment-place lang="ro" { (kept_words(&raised(place))) }
                span.amendment-kind { (kind(amendment, words)) }
            }
            @match &amendment.text {
                Some(text) => p.amendment-words lang="ro" { (raised(text)) },
                None => (texts(amendment, words)),
            }
            @if let Some(was) = &amendment.was { p.amendment-note { (words.was) " " span lang="ro" { (raised(was)) } } }
            (own_day(amendment, language, words))
            @if amendment.is_cut { p.amendment-note { (words.cut) } }
        }
    }
}

/// The day on which the operation enters into force, if it is not that of the act.
fn own_day(amendment: &Amendment, language: Language, words: &AmendmentWords) -> Markup {
    let [on, clause] = words.in_force;
    html! {
        @match (amendment.in_force, &amendment.force_clause) {
            (Some(day), _) => p.amendment-note { (on) " " (day_html(day, language)) },
            (None, Some(text)) => p.amendment-note { (clause) " " q lang="ro" { (text) } },
            (None, None) => {}
        }
    }
}

fn kind(amendment: &Amendment, words: &AmendmentWords) -> &'static str {
    let [modify, insert, repeal, renumber, replace, prorogue] = words.kinds;
    match amendment.kind {
        _ if !amendment.is_applied() => words.listed,
        AmendmentKind::Modify => modify,
        AmendmentKind::Insert => insert,
        AmendmentKind::Repeal => repeal,
        AmendmentKind::Renumber => renumber,
        AmendmentKind::ReplaceWords => replace,
        AmendmentKind::Prorogue => prorogue,
        AmendmentKind::NotUnderstood => words.listed,
    }
}

fn texts(amendment: &Amendment, words: &AmendmentWords) -> Markup {
    let has =
        |kind: PieceKind| amendment.difference.iter().any(|piece| piece.kind == kind || piece.kind == PieceKind::Same);
    html! {
        div.amendment-texts {
            @if has(PieceKind::Removed) { (side(amendment, words.before, PieceKind::Removed, words)) }
            @if has(PieceKind::Added) { (side(amendment, words.after, PieceKind::Added, words)) }
        }
        @if let Some(until) = &amendment.until {
            p.amendment-note { (words.until) " " span lang="ro" { (until) } }
        }
    }
}

/// The text that has the pieces of this kind: the one before or the one after.
fn side(amendment: &Amendment, label: &str, changed: PieceKind, words: &AmendmentWords) -> Markup {
    let pieces = amendment.difference.iter().filter(|piece| piece.kind == changed || piece.kind == PieceKind::Same);
    html! {
        div {
            p.amendment-label { (label) }
            p.amendment-words lang="ro" {
                @for piece in pieces {
                    @match piece.kind {
                        PieceKind::Same => (raised(&piece.text)),
                        PieceKind::Removed => del { span.visually-hidden { (words.removed) " " } (raised(&piece.text)) },
                        PieceKind::Added => ins { span.visually-hidden { (words.added) " " } (raised(&piece.text)) },
                    }
                }
            }
        }
    }
}
