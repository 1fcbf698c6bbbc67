//! The new provisions in the text of an operation.

use crate::form::clause::{Clause, ClauseKind, Place, PlaceStep};
use crate::form::{mark, read, split, strip};
use crate::label::Label;

/// The text of an operation without the quotation marks around it, one line per block.
pub fn cleaned(content: &str) -> String {
    let text = content.split('\n').map(strip::block).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    let text = text.trim();
    const QUOTES: [char; 5] = ['„', '"', '”', '“', 'ˮ'];
    let opened = text.strip_prefix(QUOTES).unwrap_or(text);
    if opened.len() == text.len() {
        // A mark that closes nothing.
        let is_odd = !text.matches(QUOTES).count().is_multiple_of(2);
        return text.strip_suffix(QUOTES).filter(|_| is_odd).unwrap_or(text).to_owned();
    }
    let closed = opened.trim_end_matches(['.', ';', ' ']);
    // A misprinted mark before the next point.
    let closed = closed.strip_suffix(" \"").filter(|rest| rest.ends_with(['”', '"'])).unwrap_or(closed);
    closed.strip_suffix(QUOTES).unwrap_or(opened).to_owned()
}

/// The new provisions for places below articles, in the order of the places.
///
/// # Errors
/// Names the provision that the text lacks, or that the operation does not name.
pub fn parts(content: &str, places: &[Place]) -> Result<Vec<Clause>, String> {
    let steps: Vec<PlaceStep> = places.iter().flat_map(|place| place.steps.iter().cloned()).collect();
    let heading = heading_before(content, places);
    let body = without_article(content, places);
    let mut whole = Clause::new(ClauseKind::Text, None, "");
    (whole.text, whole.parts) = split::split_expecting(&body, &steps);
    if let [place] = places
        && let Some(only) = only_part(&whole, place)
    {
        return Ok(vec![only]);
    }
    let found: Result<Vec<_>, String> = places
        .iter()
        .map(|place| match (&heading, place.kind()) {
            (Some(heading), Some(ClauseKind::Heading)) => Ok(text_clause(heading)),
            _ => part(&whole, place),
        })
        .collect();
    let found = found?;
    match unexpected(&whole, &steps) {
        Some(extra) => Err(format!("the new text also has {extra}, which the operation does not name")),
        None => Ok(found),
    }
}

/// The new heading of an article, which stands before the new paragraphs.
fn heading_before(content: &str, places: &[Place]) -> Option<String> {
    places.iter().any(|place| place.kind() == Some(ClauseKind::Heading)).then_some(())?;
    let (_, rest) = read::mark_and_rest(content)?;
    let first = places.iter().filter_map(|place| place.steps.iter().find(|step| step.kind == ClauseKind::Paragraph));
    let at = first.filter_map(|step| rest.find(&mark_of(step))).min()?;
    Some(rest[..at].trim().to_owned()).filter(|heading| !heading.is_empty())
}

/// The new text of a single place that is given without its mark.
fn only_part(whole: &Clause, place: &Place) -> Option<Clause> {
    let last = place.last()?;
    let unmarked = whole.parts.is_empty()
        || !whole.parts.iter().any(|part| last.names(part) || place.steps.iter().any(|step| step.names(part)));
    match last.kind {
        ClauseKind::Introduction if whole.parts.is_empty() => Some(text_clause(&whole.text)),
        ClauseKind::Heading => Some(text_clause(&whole.flat())),
        ClauseKind::Dash if whole.parts.len() == 1 && whole.text.is_empty() => whole.parts.first().cloned(),
        ClauseKind::Paragraph | ClauseKind::Letter | ClauseKind::Point
            if unmarked && !whole.text.is_empty() && whole.parts.is_empty() =>
        {
            let mut clause = Clause::new(last.kind, last.label.clone(), mark_of(last));
            clause.text.clone_from(&whole.text);
            Some(clause)
        }
        _ => None,
    }
}

fn text_clause(text: &str) -> Clause {
    let mut clause = Clause::new(ClauseKind::Text, None, "");
    text.clone_into(&mut clause.text);
    clause
}

/// The mark of a new unit.
pub fn mark_of(step: &PlaceStep) -> String {
    let label = step.label.as_ref().map(ToString::to_string).unwrap_or_default();
    match step.kind {
        ClauseKind::Paragraph => format!("({label})"),
        ClauseKind::RomanPoint => format!("({})", label.to_lowercase()),
        ClauseKind::Letter => format!("{label})"),
        ClauseKind::Point => format!("{label}."),
        ClauseKind::Dash => "-".to_owned(),
        ClauseKind::Article => format!("Articolul {label}"),
        _ => label,
    }
}

/// The new text of one place: under its whole path, or under the innermost steps of it.
fn part(whole: &Clause, place: &Place) -> Result<Clause, String> {
    let steps: Vec<&PlaceStep> =
        place.steps.iter().filter(|step| step.kind != ClauseKind::Article && step.kind != ClauseKind::Annex).collect();
    for from in 0..steps.len() {
        let (path, last) = (&steps[from..steps.len() - 1], steps[steps.len() - 1]);
        let Some(parent) = path.iter().try_fold(whole, |unit, step| unit.parts.iter().find(|part| step.names(part)))
        else {
            continue;
        };
        let is_text = matches!(last.kind, ClauseKind::Introduction);
        if is_text && !parent.text.is_empty() {
            return Ok(text_clause(&parent.text));
        }
        if let Some(found) = parent.parts.iter().find(|part| last.names(part)) {
            return Ok(found.clone());
        }
    }
    let last = place.last().map(ToString::to_string).unwrap_or_default();
    Err(format!("the new text does not have {last}"))
}

/// A provision at the top of the new text that the operation does not name.
fn unexpected(whole: &Clause, steps: &[PlaceStep]) -> Option<String> {
    let extra = whole.parts.iter().find(|part| {
        part.kind != ClauseKind::Text && part.kind != ClauseKind::Dash && !steps.iter().any(|step| step.names(part))
    })?;
    Some(PlaceStep::new(extra.kind, extra.label.clone()).to_string())
}

/// Leaves out "Articolul 114" and the heading before the paragraph of that article that is given.
fn without_article(content: &str, places: &[Place]) -> String {
    let Some((mark, _)) = read::mark_and_rest(content) else { return content.to_owned() };
    let label = mark.rsplit(' ').next().and_then(read::article_label);
    let named = places
        .iter()
        .flat_map(|place| &place.steps)
        .any(|step| step.kind == ClauseKind::Article && step.label == label && label.is_some());
    if !named {
        return content.to_owned();
    }
    let rest = after_mark(content, &mark);
    let wanted = places.iter().filter_map(|place| {
        place
            .steps
            .iter()
            .find(|step| matches!(step.kind, ClauseKind::Paragraph | ClauseKind::Letter | ClauseKind::Point))
    });
    let first = wanted.filter_map(|step| rest.find(&mark_of(step))).min().filter(|at| *at > 0 && *at < 300);
    let starts_with_mark = mark::read(rest).is_some();
    let has_introduction = places.iter().any(|place| place.kind() == Some(ClauseKind::Introduction));
    // The heading of the article stands before its paragraph.
    let ends_heading = |at: &usize| !rest[..*at].trim_end().ends_with([':', '.', ';']);
    let after_heading = first.filter(ends_heading).filter(|_| !starts_with_mark && !has_introduction);
    rest[after_heading.unwrap_or(0)..].to_owned()
}

/// The text after the mark of an article that it begins with.
fn after_mark<'t>(text: &'t str, mark: &str) -> &'t str {
    let number = mark.rsplit(' ').next().unwrap_or_default();
    let rest = text.find(number).map_or(text, |at| &text[at + number.len()..]);
    rest.trim_start_matches(['.', ' ', '-', '\n'])
}

/// The new articles in a text, for these labels; any articles if no label is given.
///
/// # Errors
/// Names the article that the text lacks.
pub fn articles(content: &str, steps: &[PlaceStep]) -> Result<Vec<Clause>, String> {
    let mut starts = article_starts(content, steps);
    drop_doubled(content, &mut starts);
    if starts.is_empty() {
        let [step] = steps else { return Err("the new text names no article".to_owned()) };
        return Ok(vec![read::article(&mark_of(step), "", content)]);
    }
    let mut found = Vec::new();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(content.len());
        let text = content[*start..end].trim();
        let Some((mark, _)) = read::mark_and_rest(text) else { continue };
        found.push(headed(&mark, after_mark(text, &mark)));
    }
    for step in steps {
        if !found.iter().any(|article| article.label == step.label) {
            return Err(format!("the new text does not have {step}"));
        }
    }
    Ok(found)
}

/// Leaves out the marks of articles that are printed twice: "Articolul 4\nArt. 4. - Text".
fn drop_doubled(content: &str, starts: &mut Vec<usize>) {
    let label = |at: usize| {
        let (mark, _) = read::mark_and_rest(&content[at..])?;
        mark.rsplit(' ').next().and_then(read::article_label)
    };
    let is_empty = |text: &str| {
        let text = text.trim();
        read::mark_and_rest(text)
            .is_some_and(|(mark, _)| after_mark(text, &mark).trim_matches(['.', '-', ' ']).is_empty())
    };
    let doubled: Vec<usize> = starts
        .windows(2)
        .filter(|pair| label(pair[0]) == label(pair[1]) && is_empty(&content[pair[0]..pair[1]]))
        .map(|pair| pair[0])
        .collect();
    starts.retain(|start| doubled.binary_search(start).is_err());
}

/// A new chapter, or another group of articles: its heading and its articles. The heading is one of `steps`, if there are
/// any.
///
/// # Errors
/// If the text has no such heading, or no articles.
pub fn group(content: &str, steps: &[PlaceStep]) -> Result<(Clause, Vec<Clause>), String> {
    let articles = articles(content, &[])?;
    let head = content.find(articles.first().map_or("Articolul", |article| article.mark.as_str())).unwrap_or(0);
    let heading = read::group_unit(content[..head].trim());
    let named = |heading: &Clause| steps.is_empty() || steps.iter().any(|step| step.names(heading));
    let are_labelled = articles.iter().all(|article| article.label.is_some());
    match heading.filter(|heading| named(heading) && are_labelled) {
        Some(heading) => Ok((heading, articles)),
        None => Err("the heading of the new chapter is not understood".to_owned()),
    }
}

/// An article whose heading, if it has one, stands before its first paragraph.
fn headed(mark: &str, body: &str) -> Clause {
    let mut article = read::article(mark, "", body);
    let first = article.parts.first().is_some_and(|part| part.kind == ClauseKind::Paragraph);
    let is_heading = first && !article.text.is_empty() && !article.text.ends_with([':', '.', ';', ',']);
    if is_heading {
        article.heading = std::mem::take(&mut article.text);
    }
    article
}

/// Cuts the headings of the next chapter or section from the end of an article.
pub fn cut_headings(article: &mut Clause) -> Vec<Clause> {
    const GROUPS: &[&str] = &["Titlul ", "Capitolul ", "CAPITOLUL ", "Secțiunea ", "SECȚIUNEA ", "Subsecțiunea "];
    let last = last_text(article);
    let end = |at: &usize| last[..*at].trim_end().ends_with(['.', ';']) && last.len() - at < 400;
    let Some(at) = GROUPS.iter().flat_map(|group| last.match_indices(group).map(|(at, _)| at)).filter(end).min() else {
        return Vec::new();
    };
    let tail = last[at..].to_owned();
    if read::group_unit(&tail).is_none() {
        return Vec::new();
    }
    last.truncate(last[..at].trim_end().len());
    let mut starts: Vec<_> = GROUPS.iter().flat_map(|group| tail.match_indices(group).map(|(at, _)| at)).collect();
    starts.sort_unstable();
    let ends = starts.iter().skip(1).copied().chain([tail.len()]);
    starts.iter().zip(ends).filter_map(|(start, end)| read::group_unit(tail[*start..end].trim())).collect()
}

/// The text of the last part.
fn last_text(unit: &mut Clause) -> &mut String {
    if unit.parts.is_empty() {
        return &mut unit.text;
    }
    let last = unit.parts.len() - 1;
    last_text(&mut unit.parts[last])
}

/// Where the articles of a new text begin.
fn article_starts(content: &str, steps: &[PlaceStep]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut last: Option<Label> = None;
    let mut from = 0;
    while let Some(found) = content[from..].find('A').map(|at| from + at) {
        from = found + 1;
        let before = content[..found].trim_end_matches([' ', '„', '"']);
        let begins = before.is_empty() || before.ends_with(['.', ';', '\n', ':', '”', '"', '“']);
        let Some((mark, rest)) = read::mark_and_rest(&content[found..]) else { continue };
        let label = mark.rsplit(' ').next().and_then(read::article_label);
        // After a heading, which no full stop ends, only the very next article begins.
        let is_next = steps.is_empty()
            && rest.starts_with(|c: char| c.is_uppercase() || c == '(')
            && label.as_ref().is_some_and(|label| last.as_ref().is_none_or(|last| mark::follows(label, last)));
        let wanted = steps.is_empty() || steps.iter().any(|step| step.label == label);
        if (begins && wanted) || is_next {
            starts.push(found);
            last = label;
        }
    }
    starts
}

/// The new provisions of a kind in a text whose operation lists no labels.
///
/// # Errors
/// If the text has no such provision, or others.
pub fn unnamed(content: &str, kind: ClauseKind, outer: &Place) -> Result<Vec<Clause>, String> {
    let body = without_article(content, std::slice::from_ref(outer));
    let (text, parts) = split::split(&body);
    if !text.is_empty() || parts.is_empty() || parts.iter().any(|part| part.kind != kind) {
        return Err("the new text has other provisions than the operation names".to_owned());
    }
    Ok(parts)
}
