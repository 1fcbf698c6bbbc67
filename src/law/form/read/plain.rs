//! Reading a form from plain text.

use super::marks::{LONGEST_HEADING, annex_mark, article_mark, group_unit, is_roman, own_mark};
use super::open_article::OpenArticle;
use super::units::article;
use crate::amend::act::ActName;
use crate::form::clause::ClauseKind;
use crate::form::{Form, FormArticle, Heading, Section, mark, strip};
use crate::label::Label;
use crate::normalise::clean;

pub fn plain(text: &str) -> Form {
    let lines = unwrapped(text.lines().map(clean).filter(|line| !line.is_empty()));
    let title = lines.iter().take(12).find(|line| ActName::of_title(line).is_some()).cloned().unwrap_or_default();
    let lines = if lines.iter().any(|line| own_mark(line).is_some()) { lines } else { divided(&lines.join(" ")) };
    let mut form = Form { title, ..Form::default() };
    let mut open: Option<OpenArticle> = None;
    let has_roman = lines.iter().any(|line| own_mark(line).is_some_and(|(mark, _)| is_roman(&mark)));
    // The last article of the new text of an operation.
    let mut added: Option<Label> = None;
    for line in lines {
        let found = own_mark(&line).filter(|(mark, _)| !has_roman || is_roman(mark));
        let new = found.as_ref().zip(open.as_ref()).and_then(|((mark, _), open)| open.added(mark, added.as_ref()));
        if let Some((mark, rest)) = found.filter(|_| new.is_none()) {
            added = None;
            let mut next = OpenArticle::begin(mark, String::new(), ClauseKind::Article, &line);
            next.blocks.push(strip::block(rest));
            close_plain(&mut form, open.replace(next));
        } else if let Some(mark) = annex_mark(&line) {
            let next = OpenArticle::begin(mark, String::new(), ClauseKind::Annex, &line);
            close_plain(&mut form, open.replace(next));
        } else if let Some(group) = group_unit(&line).filter(|_| line.len() < LONGEST_HEADING && !has_roman) {
            close_plain(&mut form, open.take());
            form.sections.push(Section::Heading(Heading { unit: group, source: line }));
        } else if let Some(open) = &mut open {
            added = new.or(added);
            open.blocks.push(strip::block(&line));
            open.lines.push(line);
        } else {
            form.sections.push(Section::Other(line));
        }
    }
    close_plain(&mut form, open);
    if form.articles().next().is_none() {
        whole(&mut form);
    }
    form
}

/// Joins the lines of sentences that were broken at the width of a page.
fn unwrapped(lines: impl Iterator<Item = String>) -> Vec<String> {
    const FULL_LINE: usize = 60;
    let mut joined: Vec<String> = Vec::new();
    for line in lines {
        let begins = mark::read(&line).is_some()
            || article_mark(&line).is_some()
            || annex_mark(&line).is_some()
            || group_unit(&line).is_some();
        let lower = line.starts_with(char::is_lowercase);
        match joined.last_mut() {
            Some(last) if is_within_citation(last, &line) => {
                if !last.ends_with('/') && !line.starts_with('/') {
                    last.push(' ');
                }
                last.push_str(&line);
            }
            Some(last) if !begins && !last.ends_with(['.', ';', ':', '!', '?', '”', '"']) => {
                if lower || last.len() > FULL_LINE {
                    last.push(' ');
                    last.push_str(&line);
                } else {
                    joined.push(line);
                }
            }
            _ => joined.push(line),
        }
    }
    joined
}

/// Whether a line breaks within the number of an act or provision: "nr.", "50/" and "/2000".
fn is_within_citation(before: &str, line: &str) -> bool {
    let is_number = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
    let begins = line.starts_with(|c: char| c.is_ascii_digit());
    let year = line.strip_prefix('/').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let has_year = line.bytes().take_while(u8::is_ascii_digit).count() == 4;
    before.ends_with(" nr.") && begins
        || before.strip_suffix('/').is_some_and(is_number) && has_year
        || is_number(before) && year
}

/// Makes one article of a text that has none.
fn whole(form: &mut Form) {
    let text: Vec<_> = form
        .sections
        .iter()
        .filter_map(|section| match section {
            Section::Other(text) if *text != form.title => Some(strip::block(text)),
            _ => None,
        })
        .collect();
    let text = text.join("\n");
    let unit = article("", "", &text);
    form.sections = vec![Section::Article(FormArticle { unit, source: String::new(), text, series: 0 })];
}

fn close_plain(form: &mut Form, open: Option<OpenArticle>) {
    form.sections.extend(open.map(|open| open.into_section("\n")));
}

/// Divides a text in one line at its articles.
fn divided(text: &str) -> Vec<String> {
    let mut starts = Vec::new();
    for (at, _) in text.match_indices(" Art").chain(text.match_indices(" ART")) {
        let begins = text[..at].ends_with(['.', ';', ':', '”', '"']) || at < LONGEST_HEADING;
        if begins && own_mark(&text[at + 1..]).is_some() {
            starts.push(at + 1);
        }
    }
    starts.sort_unstable();
    let ends = starts.iter().copied().chain([text.len()]);
    let starts = [0].into_iter().chain(starts.iter().copied());
    starts.zip(ends).map(|(start, end)| text[start..end].trim().to_owned()).collect()
}
