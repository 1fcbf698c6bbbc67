//! Fixed phrases: operations on another act, derogations, and the form in which an act is cited.

use serde::Serialize;

use super::cursor::Cursor;
use super::length::read_count;
use super::unit::{Unit, unit_of};

/// The operation of an amending phrase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Operation {
    pub operation: OperationKind,
    /// The number of new units: 2 in "două noi alineate".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationKind {
    Modify,
    Complete,
    ModifyAndComplete,
    ModifyAndReplace,
    Insert,
    Repeal,
    Replace,
    Suspend,
    Extend,
    Rectify,
    Remove,
    Renumber,
    Republish,
    Approve,
    Reject,
}

const OPERATIONS: [(&str, OperationKind); 28] = [
    ("modifica si se inlocuieste", OperationKind::ModifyAndReplace),
    ("modifica si se inlocuiesc", OperationKind::ModifyAndReplace),
    ("modifica si se completeaza", OperationKind::ModifyAndComplete),
    ("modifica si completeaza", OperationKind::ModifyAndComplete),
    ("modifica", OperationKind::Modify),
    ("completeaza", OperationKind::Complete),
    ("abroga", OperationKind::Repeal),
    ("inlocuieste", OperationKind::Replace),
    ("inlocuiesc", OperationKind::Replace),
    ("suspenda", OperationKind::Suspend),
    ("proroga", OperationKind::Extend),
    ("prelungeste", OperationKind::Extend),
    ("prelungesc", OperationKind::Extend),
    ("rectifica", OperationKind::Rectify),
    ("elimina", OperationKind::Remove),
    ("renumeroteaza", OperationKind::Renumber),
    ("republica", OperationKind::Republish),
    ("introduce", OperationKind::Insert),
    ("introduc", OperationKind::Insert),
    ("adauga", OperationKind::Insert),
    ("insereaza", OperationKind::Insert),
    ("aproba ordonanta", OperationKind::Approve),
    ("aproba ordonantele", OperationKind::Approve),
    ("respinge ordonanta", OperationKind::Reject),
    ("resping ordonantele", OperationKind::Reject),
    ("suspend", OperationKind::Suspend),
    ("proroge", OperationKind::Extend),
    ("abroge", OperationKind::Repeal),
];

/// Reads `se modifică și se completează`, `se introduc patru noi alineate`, `Se aprobă Ordonanța de urgență a
/// Guvernului`.
pub(super) fn read_operation(cursor: &mut Cursor<'_>) -> Option<Operation> {
    cursor.attempt(|cursor| {
        if !cursor.word(&["se", "sa se"]) {
            return None;
        }
        cursor.spaces();
        let (_, operation) = OPERATIONS.into_iter().find(|(words, _)| cursor.word(&[words]))?;
        let (count, unit) = match operation {
            OperationKind::Insert => read_new_units(cursor).unwrap_or_default(),
            OperationKind::Approve | OperationKind::Reject => {
                read_government(cursor);
                Default::default()
            }
            _ => Default::default(),
        };
        Some(Operation { operation, count, unit })
    })
}

/// Reads " patru noi alineate".
fn read_new_units(cursor: &mut Cursor<'_>) -> Option<(Option<u32>, Option<Unit>)> {
    cursor.attempt(|cursor| {
        cursor.spaces();
        let count = read_count(cursor);
        cursor.spaces();
        cursor.word(&["nou", "noi", "noua", "de noi"]);
        cursor.spaces();
        let word = cursor.take_while(|byte| byte.is_ascii_alphabetic())?;
        Some((count, Some(unit_of(word)?)))
    })
}

/// Reads " de urgență a Guvernului".
fn read_government(cursor: &mut Cursor<'_>) {
    cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.word(&["de urgenta a guvernului", "guvernului"]).then_some(())
    });
}

/// How a rule departs from another one, which keeps its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DerogationKind {
    Derogation,
    Exception,
}

/// Reads `Prin derogare de la prevederile`.
pub(super) fn read_derogation(cursor: &mut Cursor<'_>) -> Option<DerogationKind> {
    cursor.attempt(|cursor| {
        if !cursor.word(&["prin", "cu", "in mod de"]) {
            return None;
        }
        cursor.spaces();
        let kind = if cursor.word(&["derogare de la", "derogare", "derogari de la"]) {
            DerogationKind::Derogation
        } else if cursor.word(&["exceptie de la"]) {
            DerogationKind::Exception
        } else {
            return None;
        };
        cursor.attempt(|cursor| {
            cursor.spaces();
            cursor.word(&["de la"]);
            cursor.spaces();
            cursor.word(&["prevederile", "dispozitiile"]).then_some(())
        });
        Some(kind)
    })
}

/// The form in which an act is cited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CitedForm {
    /// Whether numbers of articles are those of the republished text.
    pub republished: bool,
    /// The later changes ("modificările", "completările") that the citation includes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amended: Option<Amended>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Amended {
    Modified,
    Completed,
    ModifiedAndCompleted,
}

/// Reads `republicată, cu modificările și completările ulterioare`, or one half of it.
pub(super) fn read_form(cursor: &mut Cursor<'_>) -> Option<CitedForm> {
    cursor.attempt(|cursor| {
        let republished = cursor.word(&["republicata", "republicat", "republicate"]);
        let amended = cursor.attempt(|cursor| {
            cursor.spaces();
            cursor.byte(b',');
            cursor.spaces();
            read_amended(cursor)
        });
        (republished || amended.is_some()).then_some(CitedForm { republished, amended })
    })
}

fn read_amended(cursor: &mut Cursor<'_>) -> Option<Amended> {
    const WORDS: [(&str, Amended); 4] = [
        ("cu modificarile si completarile ulterioare", Amended::ModifiedAndCompleted),
        ("cu modificarile ulterioare", Amended::Modified),
        ("cu completarile ulterioare", Amended::Completed),
        ("cu completarile si modificarile ulterioare", Amended::ModifiedAndCompleted),
    ];
    WORDS.into_iter().find(|(words, _)| cursor.word(&[words])).map(|(_, amended)| amended)
}

/// Reads `aprobată cu modificări și completări prin`, before the approving act; returns whether there are changes.
pub(super) fn read_approval(cursor: &mut Cursor<'_>) -> Option<bool> {
    const CHANGED: [&str; 4] =
        ["cu modificari si completari", "cu modificari", "cu completari", "cu completari si modificari"];
    cursor.attempt(|cursor| {
        if !cursor.word(&["aprobata", "aprobat", "aprobate", "aprobati"]) {
            return None;
        }
        cursor.spaces();
        cursor.byte(b',');
        cursor.spaces();
        let changed = cursor.word(&CHANGED);
        cursor.spaces();
        cursor.byte(b',');
        cursor.spaces();
        cursor.word(&["prin"]).then_some(changed)
    })
}
