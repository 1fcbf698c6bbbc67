//! Finding the provision that a place names in a form.

use crate::form::clause::{Clause, ClauseKind, Place, PlaceStep};
use crate::form::{Form, Section, strip};
use crate::label::Label;

/// The index of the section that holds a place, and the steps within it.
///
/// # Errors
/// Names the step that the form lacks.
pub fn section(form: &Form, place: &Place, in_annex: bool) -> Result<(usize, Vec<PlaceStep>), String> {
    let groups = place.steps.iter().take_while(|step| step.kind.is_group()).count();
    let steps = &place.steps[groups..];
    let Some(first) = steps.first().filter(|step| matches!(step.kind, ClauseKind::Article | ClauseKind::Annex)) else {
        return group(form, place);
    };
    let has_annexed = form.articles().any(|article| article.series > 0 && article.unit.kind == ClauseKind::Article);
    let matching: Vec<_> = form.sections.iter().enumerate().filter(|(_, section)| is_named(section, first)).collect();
    let in_series = |section: &Section| match section {
        Section::Article(article) => {
            first.kind == ClauseKind::Annex || (article.series == 0) != (in_annex && has_annexed)
        }
        _ => false,
    };
    if first.kind == ClauseKind::Annex && first.label.is_none() && matching.len() > 1 {
        return Err("several annexes may be meant".to_owned());
    }
    let has_annex = form.articles().any(|article| article.unit.kind == ClauseKind::Annex);
    match (matching.iter().find(|(_, section)| in_series(section)), &matching[..]) {
        (Some((at, _)), _) => Ok((*at, steps[1..].to_vec())),
        // Some sources print an article away from its place.
        (None, [(at, _)]) if !has_annex => Ok((*at, steps[1..].to_vec())),
        _ => Err(format!("{first} does not exist")),
    }
}

fn is_named(section: &Section, step: &PlaceStep) -> bool {
    match section {
        Section::Article(article) if step.label.is_none() => article.unit.kind == step.kind,
        Section::Article(article) => step.names(&article.unit),
        _ => false,
    }
}

/// The heading of a group of articles: the only one with this label.
fn group(form: &Form, place: &Place) -> Result<(usize, Vec<PlaceStep>), String> {
    let groups: Vec<_> = place.steps.iter().filter(|step| step.kind.is_group()).collect();
    let Some(last) = groups.last() else { return Err(format!("{place} is no provision")) };
    let found: Vec<_> = form
        .sections
        .iter()
        .enumerate()
        .filter(|(_, section)| matches!(section, Section::Heading(heading) if last.names(&heading.unit)))
        .map(|(at, _)| at)
        .collect();
    match found[..] {
        [] => Err(format!("{last} does not exist")),
        [at] => Ok((at, place.steps[groups.len()..].to_vec())),
        _ => Err(format!("several headings are named {last}")),
    }
}

/// The unit of a section.
pub fn unit_of(section: &Section) -> Option<&Clause> {
    match section {
        Section::Article(article) => Some(&article.unit),
        Section::Heading(heading) => Some(&heading.unit),
        Section::Other(_) => None,
    }
}

/// The unit of a section, to change it; its text as read is dropped.
pub fn unit_to_change(section: &mut Section) -> Option<&mut Clause> {
    match section {
        Section::Article(article) => {
            article.source.clear();
            Some(&mut article.unit)
        }
        Section::Heading(heading) => {
            heading.source.clear();
            Some(&mut heading.unit)
        }
        Section::Other(_) => None,
    }
}

/// The path of parts that the steps name within a unit.
///
/// # Errors
/// Names the step that the unit lacks.
pub fn path(unit: &Clause, steps: &[PlaceStep]) -> Result<Vec<usize>, String> {
    let mut path = Vec::new();
    let mut at = unit;
    for step in steps {
        let next = child(at, step).ok_or_else(|| format!("{step} does not exist"))?;
        for index in &next {
            at = &at.parts[*index];
        }
        path.extend(next);
    }
    Ok(path)
}

/// Whether a step names the only paragraph of an article, whose text has no mark.
pub fn is_unmarked_paragraph(unit: &Clause, step: &PlaceStep) -> bool {
    let is_first = step.kind == ClauseKind::Paragraph && step.label == Some(Label::arabic(1));
    let is_marked = unit.parts.iter().any(|part| part.kind == ClauseKind::Paragraph);
    is_first && !is_marked && unit.kind == ClauseKind::Article && !unit.text.is_empty() && !unit.is_repealed()
}

/// Marks the only paragraph of an article, before another one is added or its parts are named.
pub fn mark_paragraph(unit: &mut Clause) {
    let mut paragraph = Clause::new(ClauseKind::Paragraph, Some(Label::arabic(1)), "(1)");
    paragraph.text = std::mem::take(&mut unit.text);
    paragraph.parts = std::mem::take(&mut unit.parts);
    unit.parts.push(paragraph);
}

/// The part that a step names: directly, or in the only paragraph.
fn child(unit: &Clause, step: &PlaceStep) -> Option<Vec<usize>> {
    if let Some(at) = named_part(&unit.parts, step) {
        return Some(vec![at]);
    }
    if step.kind == ClauseKind::Article && unit.kind == ClauseKind::Point {
        return is_about(unit, step).then(Vec::new);
    }
    let paragraphs: Vec<_> =
        unit.parts.iter().enumerate().filter(|(_, part)| part.kind == ClauseKind::Paragraph).collect();
    match paragraphs[..] {
        [(at, only)] if step.kind != ClauseKind::Paragraph => {
            let inner = named_part(&only.parts, step)?;
            Some(vec![at, inner])
        }
        _ => None,
    }
}

fn named_part(parts: &[Clause], step: &PlaceStep) -> Option<usize> {
    match step.is_last {
        true => parts.iter().rposition(|part| part.kind == step.kind),
        false => parts.iter().position(|part| is_child(part, step)),
    }
}

/// The place with the labels of the units that it names as the last ones, or by their text; as it is, if the form lacks
/// them.
pub fn with_labels(form: &Form, place: &Place, in_annex: bool, is_named: impl Fn(&PlaceStep) -> bool) -> Place {
    let mut labelled = place.clone();
    for at in 0..place.steps.len() {
        if is_named(&place.steps[at])
            && let Some(label) = label_of(form, &Place::of(labelled.steps[..=at].to_vec()), in_annex)
        {
            labelled.steps[at] = PlaceStep::new(place.steps[at].kind, Some(label));
        }
    }
    labelled
}

fn label_of(form: &Form, place: &Place, in_annex: bool) -> Option<Label> {
    let (section, steps) = section(form, place, in_annex).ok()?;
    let unit = unit_of(&form.sections[section])?;
    at(unit, &path(unit, &steps).ok()?).label.clone()
}

/// Whether a point of an amending act changes this article.
fn is_about(point: &Clause, step: &PlaceStep) -> bool {
    let label = step.label.as_ref().map(ToString::to_string).unwrap_or_default();
    let named = ["articolul", "articolului", "Articolul"].map(|word| format!("{word} {label}"));
    let closed = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '^');
    named.iter().any(|name| point.text.match_indices(name).any(|(at, _)| closed(&point.text[at + name.len()..])))
}

fn is_child(part: &Clause, step: &PlaceStep) -> bool {
    match &step.quote {
        Some(quote) => {
            let plain = |text: &str| strip::comparable(text.trim_start_matches(['-', '–', ' ']));
            part.kind == step.kind && plain(&part.flat()) == plain(quote)
        }
        None => step.names(part),
    }
}

/// The part at a path.
pub fn at<'u>(unit: &'u Clause, path: &[usize]) -> &'u Clause {
    path.iter().fold(unit, |unit, index| &unit.parts[*index])
}

/// The part at a path, to change it.
pub fn at_mut<'u>(unit: &'u mut Clause, path: &[usize]) -> &'u mut Clause {
    path.iter().fold(unit, |unit, index| &mut unit.parts[*index])
}

/// The text of a place.
///
/// # Errors
/// Names the step that the form lacks.
pub fn text(form: &Form, place: &Place, in_annex: bool) -> Result<String, String> {
    if let [PlaceStep { kind: ClauseKind::Heading, .. }] = place.steps[..] {
        return Ok(form.title.clone());
    }
    let (last, outer) = match place.last() {
        Some(step) if matches!(step.kind, ClauseKind::Heading | ClauseKind::Introduction) => {
            (Some(step.kind), place.parent())
        }
        _ => (None, place.clone()),
    };
    let (section, steps) = section(form, &outer, in_annex)?;
    let unit = unit_of(&form.sections[section]).ok_or("no provision")?;
    let found = at(unit, &path(unit, &steps)?);
    Ok(match last {
        Some(ClauseKind::Heading) => found.heading.clone(),
        Some(_) => found.text.clone(),
        None => found.flat(),
    })
}
