//! Adding provisions.

use crate::amend::operation::{AddedProvisions, AmendingOperation, InsertionPoint, Side};
use crate::form::clause::{Clause, ClauseKind, Place, PlaceStep};
use crate::form::{Form, FormArticle, Heading, Section, mark};
use crate::label::Label;

use super::locate::{self, path};
use super::outcome::Changed;
use super::state::FormState;
use super::{content, edit};

impl FormState {
    pub(super) fn insert(
        &mut self,
        operation: &AmendingOperation,
        anchor: &InsertionPoint,
        added: &AddedProvisions,
        text: &str,
    ) {
        let text = content::cleaned(text);
        let result = match added.kind {
            ClauseKind::Article => self.insert_articles(operation, anchor, added, &text),
            kind if kind.is_group() => self.insert_group(operation, anchor, added, &text),
            ClauseKind::Annex => Err("a new annex is left to a person".to_owned()),
            ClauseKind::Sentence => Err("a new sentence is left to a person".to_owned()),
            _ => self.insert_parts(operation, anchor, added, &text),
        };
        if let Err(problem) = result {
            self.list_all(operation, &problem);
        }
    }

    /// The places of the added provisions, if they all exist and the operation replaces an earlier one.
    pub(super) fn existing(
        &self,
        operation: &AmendingOperation,
        anchor: &InsertionPoint,
        added: &AddedProvisions,
    ) -> Option<Vec<Place>> {
        let places = anchor.places_of(added);
        let exists = |place: &Place| locate::text(&self.form, place, operation.in_annex).is_ok();
        (operation.replaces && !places.is_empty() && places.iter().all(exists)).then_some(places)
    }

    fn insert_articles(
        &mut self,
        operation: &AmendingOperation,
        anchor: &InsertionPoint,
        added: &AddedProvisions,
        text: &str,
    ) -> Result<(), String> {
        let articles = content::articles(text, &added.steps)?;
        expect_count(added, articles.len())?;
        self.put_articles(operation, anchor, None, articles)
    }

    /// Adds a chapter or section with its articles.
    fn insert_group(
        &mut self,
        operation: &AmendingOperation,
        anchor: &InsertionPoint,
        added: &AddedProvisions,
        text: &str,
    ) -> Result<(), String> {
        let (group, articles) = content::group(text, &added.steps)?;
        self.put_articles(operation, anchor, Some(group), articles)
    }

    /// Puts new articles in their place, with the headings between them.
    fn put_articles(
        &mut self,
        operation: &AmendingOperation,
        anchor: &InsertionPoint,
        group: Option<Clause>,
        articles: Vec<Clause>,
    ) -> Result<(), String> {
        let mut at = article_position(&self.form, anchor, operation.in_annex, &articles)?;
        let mut headings: Vec<Clause> = group.into_iter().collect();
        for mut article in articles {
            for unit in headings.drain(..) {
                self.form.sections.insert(at, Section::Heading(Heading { unit, source: String::new() }));
                at += 1;
            }
            headings = content::cut_headings(&mut article);
            let place = Place::of(vec![PlaceStep::new(ClauseKind::Article, article.label.clone())]);
            let result = match self.conflict(&place) {
                Some(problem) => Err(problem),
                None => put_article(&mut self.form, &place, operation.in_annex, article, &mut at),
            };
            self.record(operation, &place, result);
        }
        Ok(())
    }

    fn insert_parts(
        &mut self,
        operation: &AmendingOperation,
        anchor: &InsertionPoint,
        added: &AddedProvisions,
        text: &str,
    ) -> Result<(), String> {
        let (outer, places) = (anchor.outer(), anchor.places_of(added));
        let parts = if places.is_empty() {
            content::unnamed(text, added.kind, &outer)?
        } else {
            content::parts(text, &places)?
        };
        expect_count(added, parts.len())?;
        let mut side = anchor.side;
        // The number of a dash that its text names, after the operations before.
        let beside = locate::with_labels(&self.form, &anchor.place, operation.in_annex, |step| step.quote.is_some());
        let mut previous = (side != Side::Within).then(|| beside.last().cloned()).flatten();
        for mut part in parts {
            let is_dash = part.kind == ClauseKind::Dash;
            let dash = previous.as_ref().filter(|_| is_dash).and_then(|beside| dash_beside(beside, side));
            // The next dash stands beside the same provision if the number of this one in the form is not known.
            let is_placed = !is_dash || dash.is_some();
            part.label = dash.or(part.label);
            let place = outer.with(PlaceStep::new(part.kind, part.label.clone()));
            let result = match self.conflict(&place).filter(|_| !is_dash) {
                Some(problem) => Err(problem),
                None => put_part(&mut self.form, &outer, operation.in_annex, part, previous.as_ref(), side),
            };
            let is_added = result.is_ok();
            self.record(operation, &place, result);
            if is_added && is_dash {
                // The numbers of dashes change with each addition.
                self.done.pop();
            }
            if is_added && is_placed {
                (previous, side) = (place.last().cloned(), Side::After);
            }
        }
        Ok(())
    }
}

/// The number of a new dash beside another one.
fn dash_beside(beside: &PlaceStep, side: Side) -> Option<Label> {
    let number = beside.label.as_ref().and_then(Label::number).filter(|_| beside.kind == ClauseKind::Dash)?;
    Some(Label::arabic(number + u32::from(side == Side::After)))
}

fn expect_count(added: &AddedProvisions, found: usize) -> Result<(), String> {
    match added.count {
        Some(count) if count != found => Err(format!("the operation adds {count}, and its text has {found}")),
        _ => Ok(()),
    }
}

/// The index of the section at which new articles go.
fn article_position(
    form: &Form,
    anchor: &InsertionPoint,
    in_annex: bool,
    articles: &[Clause],
) -> Result<usize, String> {
    let first = articles.first().and_then(|article| article.label.as_ref()).map(mark::order);
    let is_article = anchor.place.kind() == Some(ClauseKind::Article);
    if anchor.side == Side::Within || !is_article {
        let before = form.sections.iter().rposition(|section| matches!(section, Section::Article(article) if article.series == 0 && article.unit.label.as_ref().map(mark::order) < first));
        return before.map(|at| at + 1).ok_or_else(|| "the place of the new article is not known".to_owned());
    }
    let (at, _) = locate::section(form, &anchor.place, in_annex)?;
    if anchor.side == Side::Before {
        return Ok(at);
    }
    let mut next = at + 1;
    while let Some(Section::Article(article)) = form.sections.get(next) {
        let order = article.unit.label.as_ref().map(mark::order);
        if order >= first || article.unit.kind == ClauseKind::Annex {
            break;
        }
        next += 1;
    }
    Ok(next)
}

/// Inserts an article at the section `at`, which then points after it, or restores a repealed one in its place.
fn put_article(
    form: &mut Form,
    place: &Place,
    in_annex: bool,
    article: Clause,
    at: &mut usize,
) -> Result<Changed, String> {
    let after = article.flat();
    if let Ok((existing, _)) = locate::section(form, place, in_annex) {
        let unit = locate::unit_of(&form.sections[existing]).ok_or("no provision")?;
        if !unit.is_repealed() {
            return Err("already exists".to_owned());
        }
        let before = unit.flat();
        edit::modify(form, place, in_annex, article)?;
        return Ok(Changed { before: Some(before), after });
    }
    let series = form.sections[..*at].iter().rev().find_map(|section| match section {
        Section::Article(article) => Some(article.series),
        _ => None,
    });
    let section =
        FormArticle { unit: article, source: String::new(), text: String::new(), series: series.unwrap_or(0) };
    form.sections.insert((*at).min(form.sections.len()), Section::Article(section));
    *at += 1;
    Ok(Changed { before: None, after })
}

/// Puts a part beside another one, or at its place in the order.
fn put_part(
    form: &mut Form,
    outer: &Place,
    in_annex: bool,
    part: Clause,
    beside: Option<&PlaceStep>,
    side: Side,
) -> Result<Changed, String> {
    edit::with_unit(form, outer, in_annex, |unit| {
        let after = part.flat();
        let step = PlaceStep::new(part.kind, part.label.clone());
        if part.kind != ClauseKind::Dash
            && let Ok(existing) = path(unit, std::slice::from_ref(&step))
        {
            let existing = locate::at_mut(unit, &existing);
            if !existing.is_repealed() {
                return Err("already exists".to_owned());
            }
            let before = existing.flat();
            *existing = part;
            return Ok(Changed { before: Some(before), after });
        }
        let first = PlaceStep::new(ClauseKind::Paragraph, Some(Label::arabic(1)));
        if part.kind == ClauseKind::Paragraph && locate::is_unmarked_paragraph(unit, &first) {
            locate::mark_paragraph(unit);
        }
        let (parent, at) = position(unit, &part, beside, side)?;
        let holder = locate::at_mut(unit, &parent);
        holder.parts.insert(at, part);
        number_dashes(holder);
        Ok(Changed { before: None, after })
    })
}

/// The path of the holder of a new part, and its index there.
fn position(
    unit: &Clause,
    part: &Clause,
    beside: Option<&PlaceStep>,
    side: Side,
) -> Result<(Vec<usize>, usize), String> {
    let order = part.label.as_ref().map(mark::order);
    let Some(step) = beside else {
        // The number of a dash in a new text is not its number in the form.
        let is_before =
            |sibling: &Clause| part.kind == ClauseKind::Dash || sibling.label.as_ref().map(mark::order) < order;
        let last = unit.parts.iter().rposition(|sibling| sibling.kind == part.kind && is_before(sibling));
        return Ok((Vec::new(), last.map_or(unit.parts.len(), |at| at + 1)));
    };
    let mut parent = path(unit, std::slice::from_ref(step))?;
    let at = parent.pop().ok_or("no place")?;
    let holder = locate::at(unit, &parent);
    let is_first = side == Side::Before && holder.parts[at].label.as_ref().map(mark::order) >= order;
    let mut next = if is_first { at } else { at + 1 };
    while part.kind != ClauseKind::Dash
        && !is_first
        && holder
            .parts
            .get(next)
            .is_some_and(|sibling| sibling.kind == part.kind && sibling.label.as_ref().map(mark::order) < order)
    {
        next += 1;
    }
    Ok((parent, next))
}

fn number_dashes(unit: &mut Clause) {
    let dashes = unit.parts.iter_mut().filter(|part| part.kind == ClauseKind::Dash);
    for (dash, number) in dashes.zip(1..) {
        dash.label = Some(Label::arabic(number));
    }
}
