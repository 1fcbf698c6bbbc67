//! Writing a form: unchanged articles as they were read, changed ones unit by unit.

use crate::form::clause::{Clause, ClauseKind};
use crate::form::{Form, Heading, Section};

/// The form as text, in Markdown or plain as it was read.
pub fn write(form: &Form) -> String {
    let blocks: Vec<_> = form.sections.iter().map(|section| block(section, form.is_markdown)).collect();
    let blocks: Vec<_> = blocks.into_iter().filter(|block| !block.is_empty()).collect();
    blocks.join("\n\n") + "\n"
}

fn block(section: &Section, is_markdown: bool) -> String {
    match section {
        Section::Other(text) => text.clone(),
        Section::Heading(Heading { unit, source }) if source.is_empty() => heading(unit, is_markdown),
        Section::Heading(Heading { source, .. }) => source.clone(),
        Section::Article(article) if article.source.is_empty() => unit_blocks(&article.unit, is_markdown).join("\n\n"),
        Section::Article(article) => article.source.clone(),
    }
}

/// The heading of an article or of a group of articles.
fn heading(unit: &Clause, is_markdown: bool) -> String {
    let level = match unit.kind {
        ClauseKind::Book | ClauseKind::Title => "## ",
        ClauseKind::Chapter => "### ",
        ClauseKind::Article => "##### ",
        _ => "#### ",
    };
    let separator = if !is_markdown && unit.kind == ClauseKind::Article { "\n" } else { " " };
    let text = format!("{}{separator}{}", unit.mark, unit.heading);
    format!("{}{}", if is_markdown { level } else { "" }, text.trim_end())
}

/// The blocks of an article or annex: its heading, its text, and one block per unit.
fn unit_blocks(unit: &Clause, is_markdown: bool) -> Vec<String> {
    let mut blocks = vec![match unit.kind {
        ClauseKind::Annex => unit.mark.clone(),
        _ => heading(unit, is_markdown),
    }];
    if !unit.text.is_empty() {
        blocks.push(unit.text.clone());
    }
    unit.parts.iter().for_each(|part| add_blocks(part, &mut blocks));
    blocks
}

fn add_blocks(unit: &Clause, blocks: &mut Vec<String>) {
    blocks.push(
        [unit.mark.as_str(), &unit.heading, &unit.text]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    );
    unit.parts.iter().for_each(|part| add_blocks(part, blocks));
}
