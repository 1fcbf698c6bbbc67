//! Writing a form: unchanged articles as they were read, changed ones unit by unit.

use crate::law::form::clause::{Clause, ClauseKind};
use crate::law::form::{Form, Heading, Section};

/// The form as text, with headings of Markdown.
pub fn write(form: &Form) -> String {
    let blocks: Vec<_> = form.sections.iter().map(section).filter(|block| !block.is_empty()).collect();
    blocks.join("\n\n") + "\n"
}

fn section(section: &Section) -> String {
    match section {
        Section::Other(text) => text.clone(),
        Section::Heading(Heading { unit, source }) if source.is_empty() => heading(unit),
        Section::Heading(Heading { source, .. }) => source.clone(),
        Section::Article(article) if article.source.is_empty() => unit_blocks(&article.unit).join("\n\n"),
        Section::Article(article) => article.source.clone(),
    }
}

fn heading(unit: &Clause) -> String {
    let level = match unit.kind {
        ClauseKind::Book | ClauseKind::Title => "##",
        ClauseKind::Chapter => "###",
        _ => "####",
    };
    format!("{level} {} {}", unit.mark, unit.heading).trim_end().to_owned()
}

/// The blocks of an article or annex: its heading, its text, and one block per unit.
fn unit_blocks(unit: &Clause) -> Vec<String> {
    let mut blocks = vec![match unit.kind {
        ClauseKind::Annex => unit.mark.clone(),
        _ => format!("##### {} {}", unit.mark, unit.heading).trim_end().to_owned(),
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
