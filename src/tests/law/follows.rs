//! Following one provision through many amendments of its act.

use jiff::ToSpan;
use jiff::civil::{Date, date};
use paragraf::domain::provision_follow::{ProvisionName, hits};
use paragraf_law::amend::changed::ChangedProvisions;
use paragraf_law::amend::operation::Change;
use paragraf_law::amend::operations;
use paragraf_law::form::clause::{Clause, ClauseKind, Place, PlaceStep};
use paragraf_law::form::{Form, FormArticle};

use super::{ACT, BEFORE, amending, form};

const AMENDMENTS: usize = 200;

/// Articles, paragraphs and letters of a form.
fn provisions(form: &Form) -> Vec<Place> {
    let mut all = Vec::new();
    for FormArticle { unit, .. } in form.articles().filter(|article| article.series == 0) {
        add(unit, &Place::default(), &mut all);
    }
    all
}

fn add(unit: &Clause, outer: &Place, all: &mut Vec<Place>) {
    let is_named = matches!(unit.kind, ClauseKind::Article | ClauseKind::Paragraph | ClauseKind::Letter);
    if !is_named || unit.label.is_none() {
        return;
    }
    let place = outer.with(PlaceStep::new(unit.kind, unit.label.clone()));
    unit.parts.iter().for_each(|part| add(part, &place, all));
    all.push(place);
}

/// The step in the words of an operation.
fn words(step: &PlaceStep) -> String {
    let label = step.label.as_ref().expect("a label");
    match step.kind {
        ClauseKind::Article => format!("articolul {label}"),
        ClauseKind::Paragraph => format!("alineatul ({label})"),
        _ => format!("litera {label})"),
    }
}

fn mark(step: &PlaceStep) -> String {
    let label = step.label.as_ref().expect("a label");
    match step.kind {
        ClauseKind::Article => format!("Art. {label}"),
        ClauseKind::Paragraph => format!("({label})"),
        _ => format!("{label})"),
    }
}

/// The last step with a label that no provision has yet.
fn added(step: &PlaceStep, at: usize) -> PlaceStep {
    let label = step.label.as_ref().expect("a label");
    let base = label.to_string();
    let base = base.split('^').next().expect("a base");
    PlaceStep::new(step.kind, Some(format!("{base}^{}", 100 + at).parse().expect("a label")))
}

/// An operation on a place: its text, the place that it changes, and the new name of a renumbered one.
fn operation(place: &Place, at: usize) -> (String, Place, Option<PlaceStep>) {
    let last = place.last().expect("a step");
    let outer: Vec<_> = place.parent().steps.iter().map(words).collect();
    let named = words(last);
    let lead = if outer.is_empty() { String::new() } else { format!("La {}, ", outer.join(" ")) };
    let unit = match last.kind {
        ClauseKind::Article => "un nou articol",
        ClauseKind::Paragraph => "un nou alineat",
        _ => "o nouă literă",
    };
    let new = added(last, at);
    match at % 5 {
        0 => {
            let text = format!("{lead}{named} se modifică și va avea următorul cuprins: „{} Text nou.”", mark(last));
            (text, place.clone(), None)
        }
        1 => (format!("{lead}{named} se abrogă."), place.clone(), None),
        2 => {
            let (name, begin) = (words(&new), mark(&new));
            let text =
                format!("{lead}după {named} se introduce {unit}, {name}, cu următorul cuprins: „{begin} Text nou.”");
            (text, place.parent().with(new), None)
        }
        3 => {
            let all: Vec<_> = place.steps.iter().map(words).collect();
            let text = format!("La {}, sintagma „adunare” se înlocuiește cu sintagma „ședință”.", all.join(" "));
            (text, place.clone(), None)
        }
        _ => (format!("{lead}{named} devine {}.", words(&new)), place.clone(), Some(new)),
    }
}

fn changed(operation: &str) -> ChangedProvisions {
    let lead = "Legea societăților nr. 31/1990, republicată în Monitorul Oficial al României, Partea I, nr. 1066 din 17 noiembrie 2004, cu modificările și completările ulterioare, se modifică și se completează după cum urmează:";
    let mut changed = ChangedProvisions::default();
    operations(&amending(&format!("{lead} 1. {operation}"))).iter().for_each(|operation| changed.add(operation));
    changed
}

/// Whether a change of `target` is one of the provision: of itself, of a part of it, or of what is around it.
fn is_of(provision: &Place, target: &Place) -> bool {
    provision.holds(target) || target.holds(provision)
}

fn fires(name: &ProvisionName, change: &ChangedProvisions, earlier: &[(Date, &ChangedProvisions)]) -> bool {
    hits(name, change, earlier).iter().any(|hit| hit.includes(date(2020, 1, 1)))
}

fn names(provisions: &[Place]) -> Vec<ProvisionName> {
    let name = |place| ProvisionName::parse(&format!("lege-31-1990:{place}")).expect("a name");
    provisions.iter().map(name).collect()
}

#[test]
fn of_two_hundred_amendments_a_follow_fires_for_exactly_its_provision() {
    let provisions = provisions(&form(BEFORE));
    assert!(provisions.len() > 50, "{}", provisions.len());
    let names = names(&provisions);
    // What each provision is called after the amendments so far.
    let mut current = provisions.clone();
    let mut renumberings: Vec<(Date, ChangedProvisions)> = Vec::new();
    let (mut fired, mut renumbered, mut wrong) = (0, 0, Vec::new());
    for at in 0..AMENDMENTS {
        let (text, target, new) = operation(&current[at * 37 % current.len()], at);
        let change = changed(&text);
        let earlier: Vec<_> = renumberings.iter().map(|(day, change)| (*day, change)).collect();
        for (name, place) in names.iter().zip(&current) {
            let (is_fired, is_expected) = (fires(name, &change, &earlier), is_of(place, &target));
            fired += usize::from(is_fired);
            renumbered += usize::from(is_fired && name.provision != place.to_string());
            if is_fired != is_expected {
                wrong.push(format!("{text} | {name} is {place} | {change:?}"));
            }
        }
        if let Some(new) = new {
            let depth = target.steps.len() - 1;
            for place in current.iter_mut().filter(|place| target.holds(place)) {
                place.steps[depth] = new.clone();
            }
            renumberings.push((date(2021, 1, 1).saturating_add(i64::try_from(at).expect("a day").days()), change));
        }
    }
    assert!(wrong.is_empty(), "{} of {fired}: {}", wrong.len(), wrong.join("\n"));
    assert!(fired >= 300 && renumbered >= 40, "{fired} follows fired, {renumbered} of them under an old number");
}

#[test]
fn the_operations_of_a_real_act_fire_for_the_provisions_that_they_name() {
    let names = names(&provisions(&form(BEFORE)));
    let act = form(ACT);
    let mut change = ChangedProvisions::default();
    operations(&act).iter().for_each(|operation| change.add(operation));
    assert_eq!(change.places.len(), 12, "{change:?}");
    assert!(operations(&act).iter().all(|operation| !matches!(operation.change, Change::NotUnderstood { .. })));
    let fired: Vec<_> = names.iter().filter(|name| fires(name, &change, &[])).map(|name| &*name.provision).collect();
    for (provision, is_fired) in [
        ("art. 7", true),
        ("art. 7 lit. f^1)", true),
        ("art. 7 lit. a)", false),
        ("art. 90", true),
        ("art. 114 alin. (1)", true),
        ("art. 114 alin. (2)", false),
        ("art. 117 alin. (6)", true),
        ("art. 117 alin. (5)", false),
        ("art. 117^1 alin. (3)", true),
        ("art. 117^1 alin. (1)", false),
    ] {
        assert_eq!(fired.contains(&provision), is_fired, "{provision}: {fired:?}");
    }
}
