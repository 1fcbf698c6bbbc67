//! Replacing the text of a provision, and repealing it.

use crate::form::Form;
use crate::form::clause::{Clause, ClauseKind, Place, PlaceStep};

use super::content;
use super::locate::{self, at_mut, path};
use super::outcome::Changed;

/// The new text for each place.
///
/// # Errors
/// Names the provision that the text lacks, or the reason why no rule applies.
pub fn new_texts(text: &str, places: &[Place]) -> Result<Vec<Clause>, String> {
    if places.iter().any(|place| place.steps.iter().any(|step| step.kind == ClauseKind::Sentence)) {
        return Err("the change of a sentence is left to a person".to_owned());
    }
    let articles: Vec<PlaceStep> = places.iter().filter_map(article_step).collect();
    if articles.len() == places.len() {
        let found = content::articles(text, &articles)?;
        let chosen = articles
            .iter()
            .filter_map(|step| found.iter().find(|article| article.label == step.label || found.len() == 1));
        return Ok(chosen.cloned().collect());
    }
    if !articles.is_empty() || places.iter().any(|place| place.kind() == Some(ClauseKind::Annex)) {
        return Err(
            "the change of a whole annex, or of articles with parts of articles, is left to a person".to_owned()
        );
    }
    if places.iter().any(|place| place.kind().is_some_and(ClauseKind::is_group)) {
        return Err("the change of a whole chapter is left to a person".to_owned());
    }
    content::parts(text, places)
}

/// The step of a place that is an article.
fn article_step(place: &Place) -> Option<PlaceStep> {
    place.last().filter(|step| step.kind == ClauseKind::Article).cloned()
}

/// Replaces the text of a provision.
pub fn modify(form: &mut Form, place: &Place, in_annex: bool, new: Clause) -> Result<Changed, String> {
    if let [PlaceStep { kind: ClauseKind::Heading, .. }] = place.steps[..] {
        let before = std::mem::replace(&mut form.title, new.text.clone());
        return Ok(Changed { before: Some(before), after: new.text });
    }
    match place.kind() {
        Some(ClauseKind::Introduction) => with_unit(form, &place.parent(), in_annex, |unit| {
            let before = std::mem::replace(&mut unit.text, new.text.clone());
            Ok(Changed { before: Some(before), after: new.text.clone() })
        }),
        Some(ClauseKind::Heading) => with_unit(form, &place.parent(), in_annex, |unit| {
            let heading = new.text.trim_start_matches(unit.mark.as_str()).trim();
            let before = std::mem::replace(&mut unit.heading, heading.to_owned());
            Ok(Changed { before: Some(before), after: unit.heading.clone() })
        }),
        _ => with_unit(form, place, in_annex, |unit| Ok(replace(unit, new.clone()))),
    }
}

/// Replaces a unit. An article keeps its official mark, and its heading if the new text begins with it.
fn replace(unit: &mut Clause, mut new: Clause) -> Changed {
    let before = unit.flat();
    let heading = unit.heading.clone();
    if unit.kind == ClauseKind::Article {
        new.mark.clone_from(&unit.mark);
        if new.heading.is_empty()
            && !heading.is_empty()
            && let Some(rest) = new.text.strip_prefix(heading.as_str())
        {
            new.text = rest.trim_start().to_owned();
            new.heading = heading;
        }
    }
    new.label = new.label.or_else(|| unit.label.clone());
    *unit = new;
    Changed { before: Some(before), after: unit.flat() }
}

/// Repeals a provision.
pub fn repeal(form: &mut Form, place: &Place, in_annex: bool) -> Result<Changed, String> {
    let is_group = place.kind().is_some_and(ClauseKind::is_group);
    let is_text = place
        .last()
        .is_some_and(|step| matches!(step.kind, ClauseKind::Introduction | ClauseKind::Heading | ClauseKind::Sentence));
    if is_group || is_text {
        return Err("the repeal of a chapter, a heading or a sentence is left to a person".to_owned());
    }
    with_unit(form, place, in_annex, |unit| {
        if unit.is_repealed() {
            return Err("already repealed".to_owned());
        }
        let before = unit.flat();
        unit.repeal();
        Ok(Changed { before: Some(before), after: unit.flat() })
    })
}

/// Runs an edit on the unit that a place names.
pub fn with_unit<T>(
    form: &mut Form,
    place: &Place,
    in_annex: bool,
    edit: impl FnOnce(&mut Clause) -> Result<T, String>,
) -> Result<T, String> {
    let (section, steps) = locate::section(form, place, in_annex)?;
    let copy = form.sections[section].clone();
    let unit = locate::unit_to_change(&mut form.sections[section]).ok_or("no provision")?;
    if steps.first().is_some_and(|step| locate::is_unmarked_paragraph(unit, step)) {
        locate::mark_paragraph(unit);
    }
    let done = path(unit, &steps).and_then(|path| edit(at_mut(unit, &path)));
    if done.is_err() {
        form.sections[section] = copy;
    }
    done
}
