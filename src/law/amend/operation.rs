//! Operations of an amending act.

use crate::amend::act::ActName;
use crate::amendment::AmendmentKind;
use crate::form::clause::{ClauseKind, Place, PlaceStep};

/// One operation as written in an amending act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmendingOperation {
    /// Where it stands in the amending act: `art. I pct. 3`.
    pub source: String,
    /// The act that it amends, if the amending act names it.
    pub act: Option<ActName>,
    /// Whether it amends norms or a regulation that the act approves, not the act itself.
    pub in_annex: bool,
    /// The acts that the amended act itself amends, if the amending act approves it and cites its title.
    pub through: Vec<ActName>,
    /// Whether it replaces an earlier operation, so that the provisions that it adds may exist.
    pub replaces: bool,
    pub change: Change,
    /// How the lead of its list begins, which may give all its points a day; empty without a list.
    pub lead: String,
    /// The operation with its new text.
    pub text: String,
}

/// What an operation does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Replaces the text of provisions.
    Modify {
        places: Vec<Place>,
        content: String,
    },
    /// Adds provisions beside `anchor`.
    Insert {
        anchor: InsertionPoint,
        added: AddedProvisions,
        content: String,
    },
    Repeal {
        places: Vec<Place>,
    },
    /// Replaces the labels of provisions.
    Renumber {
        pairs: Vec<(Place, PlaceStep)>,
    },
    /// Replaces words, in the places named or in the whole act.
    ReplaceWords {
        places: Vec<Place>,
        pairs: Vec<(String, String)>,
    },
    /// Moves a term that provisions set.
    Prorogue {
        places: Vec<Place>,
        until: String,
    },
    /// An operation that no rule understands, and why.
    NotUnderstood {
        reason: String,
    },
}

/// The place beside which provisions are added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InsertionPoint {
    pub place: Place,
    pub side: Side,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Before,
    After,
    /// As the last part of the place.
    Within,
}

impl InsertionPoint {
    /// The place around the added provisions.
    pub fn outer(&self) -> Place {
        match self.side {
            Side::Within => self.place.clone(),
            Side::Before | Side::After => self.place.parent(),
        }
    }

    /// The places of the added provisions whose labels are listed.
    pub fn places_of(&self, added: &AddedProvisions) -> Vec<Place> {
        let outer = self.outer();
        added.steps.iter().map(|step| outer.with(step.clone())).collect()
    }
}

/// The provisions that an operation adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedProvisions {
    pub kind: ClauseKind,
    /// How many, if the operation counts them.
    pub count: Option<usize>,
    /// Their labels, if the operation lists them.
    pub steps: Vec<PlaceStep>,
}

impl Change {
    /// Edits the places that it changes, or beside which it adds.
    pub fn each_place(&mut self, mut edit: impl FnMut(&mut Place)) {
        match self {
            Self::Modify { places, .. }
            | Self::Repeal { places }
            | Self::ReplaceWords { places, .. }
            | Self::Prorogue { places, .. } => places.iter_mut().for_each(edit),
            Self::Renumber { pairs } => pairs.iter_mut().for_each(|(place, _)| edit(place)),
            Self::Insert { anchor, .. } => edit(&mut anchor.place),
            Self::NotUnderstood { .. } => {}
        }
    }

    pub fn kind(&self) -> AmendmentKind {
        match self {
            Self::Modify { .. } => AmendmentKind::Modify,
            Self::Insert { .. } => AmendmentKind::Insert,
            Self::Repeal { .. } => AmendmentKind::Repeal,
            Self::Renumber { .. } => AmendmentKind::Renumber,
            Self::ReplaceWords { .. } => AmendmentKind::ReplaceWords,
            Self::Prorogue { .. } => AmendmentKind::Prorogue,
            Self::NotUnderstood { .. } => AmendmentKind::NotUnderstood,
        }
    }

    /// The provisions that the operation names: those that it changes or adds.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Self::Modify { places, .. }
            | Self::Repeal { places }
            | Self::ReplaceWords { places, .. }
            | Self::Prorogue { places, .. } => places.clone(),
            Self::Renumber { pairs } => pairs.iter().map(|(place, _)| place.clone()).collect(),
            Self::Insert { anchor, added, .. } => anchor.places_of(added),
            Self::NotUnderstood { .. } => Vec::new(),
        }
    }
}
