//! The built-in figures against the texts of their provisions, and lists with mistakes.

use super::*;

#[derive(Deserialize)]
struct StoredProvision {
    figure: String,
    act: String,
    provision: String,
    text: String,
}

fn number(text: &str) -> ExactNumber {
    ExactNumber::parse(text).expect("a number")
}

#[test]
fn the_built_in_figures_have_no_problems_and_none_is_confirmed() {
    let figures = defaults();
    assert_eq!((figures.len(), problems(&figures, std::iter::empty())), (118, vec![]));
    assert!(figures.iter().flat_map(|figure| &figure.values).all(|value| value.confirmed.is_none()));
}

#[test]
fn a_value_stands_in_the_text_of_its_provision_where_the_text_is_stored() {
    let stored: Vec<StoredProvision> =
        serde_json::from_str(include_str!("provisions.json")).expect("provisions by figure");
    let figures = LawFigures::default();
    assert_eq!(stored.len(), 21);
    for StoredProvision { figure, act, provision, text } in stored {
        let found = figures.get(&figure).unwrap_or_else(|| panic!("{figure} is missing"));
        let of_act = |value: &&FigureValue| value.act == act && value.provision.as_ref() == Some(&provision);
        let mut values = found.values.iter().filter(of_act).peekable();
        assert!(values.peek().is_some(), "{figure} names another provision than {act}, {provision}");
        for value in values {
            assert!(value.stands_in(&text), "{figure}: {} is not in {provision}: {text}", value.value);
        }
    }
}

#[test]
fn a_number_within_another_one_does_not_stand_in_a_text() {
    let stands = |value: &str, text: &str| {
        FigureValue { value: number(value), ..defaults()[0].values[0].clone() }.stands_in(text)
    };
    for (value, text, expected) in [
        ("45", "suma de 45 lei.", true),
        ("45", "suma de 45, respectiv", true),
        ("45", "suma de 145 lei", false),
        ("45", "suma de 45.000 lei", false),
        ("45", "suma de 45,5 lei", false),
        ("45000", "suma de 45.000 lei", true),
        ("45000", "suma de 45000 lei", true),
        ("0.3", "0,3 UVM/ha", true),
        ("3", "0,3 UVM/ha", false),
        ("1500", "amendă de la 300 lei la 1.500 lei", true),
    ] {
        assert_eq!(stands(value, text), expected, "{value}: {text}");
    }
}

#[test]
fn a_figure_has_one_value_on_each_day() {
    let figures = LawFigures::default();
    let on = |id: &str, day: Date| figures.get(id)?.on(day).map(|value| value.value.to_string());
    for (id, day, expected) in [
        (MINIMUM_WAGE, date(2026, 6, 30), Some("4050")),
        (MINIMUM_WAGE, date(2026, 7, 1), Some("4325")),
        ("vat-registration", date(2025, 8, 31), Some("300000")),
        ("vat-registration", date(2025, 9, 1), Some("395000")),
        ("micro-rate-higher", date(2026, 1, 1), None),
        ("vat-cash-ceiling", date(2026, 2, 28), None),
        ("vat-cash-ceiling", date(2027, 1, 1), Some("5500000")),
    ] {
        assert_eq!(on(id, day).as_deref(), expected, "{id} on {day}");
    }
    let in_lei = |count: &str, day| figures.wages_in_lei(number(count), day).map(|lei| lei.to_string());
    assert_eq!(in_lei("6", date(2026, 12, 1)).as_deref(), Some("24300"), "the wage of 1 January counts");
    assert_eq!(in_lei("72", date(2026, 1, 1)).as_deref(), Some("291600"));
    assert_eq!(in_lei("6", date(2027, 5, 1)).as_deref(), Some("25950"));
}

#[test]
fn a_value_is_written_with_its_unit_in_both_languages() {
    let words = |unit: LawFigureUnit, value: &str| Language::ALL.map(|language| unit.words(number(value), language));
    let check = |unit, value, ro: &str, en: &str| {
        let expected = Language::ALL.map(|language| if language == Language::Ro { ro } else { en });
        assert_eq!(words(unit, value), expected);
    };
    check(LawFigureUnit::Lei, "395000", "395.000 de lei", "395,000 lei");
    check(LawFigureUnit::Lei, "25.949", "25,949 lei", "25.949 lei");
    check(LawFigureUnit::Percent, "0.5", "0,5%", "0.5%");
    check(LawFigureUnit::Rooms, "7", "7 camere", "7 rooms");
    check(LawFigureUnit::Days, "1", "1 zi", "1 day");
    check(LawFigureUnit::MinimumWages, "72", "72 de salarii minime", "72 minimum wages");
}

#[test]
fn a_changed_value_loses_its_confirmation_and_the_others_keep_theirs() {
    let confirmation = FigureConfirmation { by: "elena".into(), at: Timestamp::UNIX_EPOCH };
    let mut before = defaults().remove(0);
    before.values.iter_mut().for_each(|value| value.confirmed = Some(confirmation.clone()));
    let mut after = before.clone();
    after.values[1].value = number("4051");
    after.values[2].confirmed = Some(FigureConfirmation { by: "a file".into(), ..confirmation.clone() });
    after.keep_confirmations(Some(&before));
    let confirmed: Vec<_> = after.values.iter().map(|value| value.confirmed.as_ref()).collect();
    assert_eq!(confirmed, [Some(&confirmation), None, Some(&confirmation)]);
    after.keep_confirmations(None);
    assert!(after.values.iter().all(|value| value.confirmed.is_none()));
}

#[test]
fn a_list_with_a_mistake_is_refused_with_its_place() {
    let check = |change: fn(&mut Vec<LawFigure>), expected: &str| {
        let mut figures = defaults();
        change(&mut figures);
        let problems = problems(&figures, ["vat-registration"].into_iter());
        assert!(problems.iter().any(|problem| problem.contains(expected)), "{expected}: {problems:?}");
    };
    check(Vec::clear, "it has 0 figures");
    check(|figures| figures[1].id = figures[0].id.clone(), "figure 2 (minimum-wage), id: an earlier figure");
    check(|figures| figures[2].id = "12".into(), "figure 3 (12), id");
    check(|figures| figures[0].name.en.clear(), "figure 1 (minimum-wage), name");
    check(|figures| figures[0].values.clear(), "values: use 1 to 100");
    check(|figures| figures[0].values.reverse(), "values: write them oldest first");
    check(|figures| figures[0].values[0].until = None, "values: write them oldest first");
    check(|figures| figures[0].values[1].until = Some(date(2024, 1, 1)), "until is before from");
    check(|figures| figures[0].values[0].source = "javascript:1".into(), "source");
    check(|figures| figures[0].values[0].act = " ".into(), "act and provision");
    check(|figures| figures.retain(|figure| figure.id != "vat-registration"), "the figure vat-registration is missing");
    check(|figures| drop(figures.remove(0)), "the figure minimum-wage is missing");
}
