//! Replacing a whole chapter, or another group of articles.

use crate::amend::operation::AmendingOperation;
use crate::form::clause::{ClauseKind, Place, PlaceStep};
use crate::form::{Form, Section};
use crate::label::Label;

use super::state::FormState;
use super::{content, edit, locate};

impl FormState {
    /// Replaces a group of articles. A form may lack a heading, and then a chapter seems longer than it is: only a text
    /// with exactly the articles of the group is applied.
    ///
    /// # Errors
    /// Says why no rule applies.
    pub(super) fn modify_group(
        &mut self,
        operation: &AmendingOperation,
        place: &Place,
        text: &str,
    ) -> Result<(), String> {
        let (group, mut articles) = content::group(text, place.steps.last().map_or(&[][..], std::slice::from_ref))?;
        let (at, rest) = locate::section(&self.form, place, operation.in_annex)?;
        let has_inner = articles.iter_mut().any(|article| !content::cut_headings(article).is_empty());
        let labels: Vec<Option<Label>> = articles.iter().map(|article| article.label.clone()).collect();
        if has_inner || !rest.is_empty() || operation.in_annex || labels != labels_under(&self.form, at) {
            return Err("the new text does not have the same articles as the chapter".to_owned());
        }
        if let Some(unit) = locate::unit_to_change(&mut self.form.sections[at]) {
            unit.heading = group.heading;
        }
        for article in articles {
            let place = Place::of(vec![PlaceStep::new(ClauseKind::Article, article.label.clone())]);
            self.each(operation, std::slice::from_ref(&place), |form, place, in_annex| {
                edit::modify(form, place, in_annex, article.clone())
            });
        }
        Ok(())
    }
}

/// The labels of the articles under a heading, until the next heading of its kind or of a larger group; none if there is
/// an inner heading, or an article of annexed norms.
fn labels_under(form: &Form, heading: usize) -> Vec<Option<Label>> {
    let Some(Section::Heading(group)) = form.sections.get(heading) else { return Vec::new() };
    let mut labels = Vec::new();
    for section in &form.sections[heading + 1..] {
        match section {
            Section::Article(article) if article.series == 0 && article.unit.kind == ClauseKind::Article => {
                labels.push(article.unit.label.clone());
            }
            Section::Heading(next) if next.unit.kind > group.unit.kind => return Vec::new(),
            Section::Article(_) => return Vec::new(),
            Section::Heading(_) => break,
            Section::Other(_) => {}
        }
    }
    labels
}
