//! A page as the child process reports it.

use serde::{Deserialize, Serialize};

use super::problem::PdfProblem;

/// A page, measured in points from its upper left corner.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PdfPage {
    pub width: f32,
    pub height: f32,
    /// In the order of the file, which need not be the reading order.
    pub pieces: Vec<TextRun>,
}

/// Words of one line without a wide gap between them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TextRun {
    pub left: f32,
    pub right: f32,
    /// Distance of the line's base from the top of the page.
    pub base: f32,
    /// Size of the font.
    pub size: f32,
    /// Raised digits follow a `^`.
    pub text: String,
}

/// What the child process writes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ChildReply {
    Pages(Vec<PdfPage>),
    Problem(PdfProblem),
}
