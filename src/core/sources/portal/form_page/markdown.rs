//! Writes the blocks of a page as Markdown with front matter, as collections of consolidated texts do.

use super::tokens::{BlockKind, FormBlock};
use paragraf_law::form::strip;

/// The front matter: names and values.
pub(super) fn front_matter(fields: &[(&str, Option<String>)]) -> String {
    let written = fields.iter().filter_map(|(name, value)| {
        let value = value.as_ref()?.replace(['"', '\\'], "'");
        Some(format!("{name}: \"{value}\"\n"))
    });
    format!("---\n{}---\n", written.collect::<String>())
}

/// The text of the act, one block for each unit.
pub(super) fn text(title: &str, blocks: &[FormBlock]) -> String {
    let mut written = vec![format!("# {title}")];
    for (at, block) in blocks.iter().enumerate() {
        let named = match block.kind {
            BlockKind::GroupTitle(_) => name_after(blocks, at, BlockKind::GroupName),
            BlockKind::ArticleTitle => name_after(blocks, at, BlockKind::ArticleName),
            _ => None,
        };
        let with_name = || named.map_or_else(|| block.text.clone(), |name| format!("{} {name}", block.text));
        match block.kind {
            BlockKind::GroupTitle(level) => written.push(format!("{} {}", "#".repeat(level), with_name())),
            BlockKind::ArticleTitle => written.push(format!("##### {}", with_name())),
            BlockKind::AnnexTitle => written.push(block.text.clone()),
            BlockKind::Text => written.extend(paragraph(&block.text)),
            // The names are appended to the preceding title.
            BlockKind::GroupName | BlockKind::ArticleName => {}
            BlockKind::Title | BlockKind::Issuer | BlockKind::Published => {}
        }
    }
    written.join("\n\n") + "\n"
}

/// The name that follows a title.
fn name_after(blocks: &[FormBlock], at: usize, kind: BlockKind) -> Option<&str> {
    blocks.get(at + 1).filter(|next| next.kind == kind).map(|next| next.text.as_str())
}

/// A paragraph without notes of the portal and without signs of Markdown at its start; `None` if nothing is left.
fn paragraph(text: &str) -> Option<String> {
    let text = strip::without_notes(text);
    let text = text.trim().trim_start_matches(['#', '>', ' ']);
    (!text.is_empty()).then(|| text.to_owned())
}
