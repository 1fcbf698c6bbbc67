//! Norms and regulations that another act approves: "Normele metodologice de aplicare a Legii nr. 5/2000, aprobate prin
//! Hotărârea Guvernului nr. 7/2001".

use std::ops::Range;

use crate::act_kind::ActKind;
use crate::amend::act::{self, ActName, is_whole_word};

/// Words for what is approved, with the participle that agrees with them.
const APPROVED: [(&str, &str); 16] = [
    ("regulamentul", "aprobat prin"),
    ("regulamentului", "aprobat prin"),
    ("statutul", "aprobat prin"),
    ("statutului", "aprobat prin"),
    ("ghidul", "aprobat prin"),
    ("normele", "aprobate prin"),
    ("normelor", "aprobate prin"),
    ("instructiunile", "aprobate prin"),
    ("instructiunilor", "aprobate prin"),
    ("reglementarile", "aprobate prin"),
    ("reglementarilor", "aprobate prin"),
    ("criteriile", "aprobate prin"),
    ("metodologia", "aprobata prin"),
    ("metodologiei", "aprobata prin"),
    ("procedura", "aprobata prin"),
    ("procedurii", "aprobata prin"),
];

/// What an act approves, as a header names it.
pub struct ApprovedText {
    /// Where its name begins.
    pub start: usize,
    /// The citation of the act that approves it.
    pub citation: Range<usize>,
    pub act: ActName,
}

/// The approved text that a header names before any act with a number of its own.
pub fn approved_text(text: &str) -> Option<ApprovedText> {
    let first = APPROVED.iter().filter_map(|(noun, participle)| {
        let (start, _) = text.match_indices(noun).find(|(at, noun)| is_whole_word(text, *at, noun))?;
        Some((start, *participle))
    });
    let (start, participle) = first.min()?;
    let at = start + text[start..].find(participle)? + participle.len();
    let (citation, act) = act::find(text, at)?;
    // An act that is cited before the name is the amended one: "Legea nr. 5/2000 privind statutul ...".
    let is_next = text[at..citation.start].trim().is_empty();
    let is_first = act::find(text, 0).is_none_or(|(range, _)| range.start >= start);
    (is_next && is_first).then_some(ApprovedText { start, citation, act })
}

/// Whether an act is itself norms or a regulation, with a number of its own.
pub fn is_norms(kind: ActKind) -> bool {
    matches!(kind, ActKind::Norms | ActKind::Regulation | ActKind::Instructions | ActKind::Circular)
}
