//! The built-in duties against the days that their sources name, and lists with mistakes.

use std::collections::BTreeMap;

use jiff::civil::date;

use super::*;

#[test]
fn the_duties_of_a_new_server_fall_on_the_days_that_their_sources_name() {
    let expected: BTreeMap<String, Vec<Date>> =
        serde_json::from_str(include_str!("next_dates.json")).expect("days by duty");
    let duties = defaults();
    assert_eq!((duties.len(), problems(&duties)), (76, vec![]));
    for duty in &duties {
        let days = duty.days(date(2026, 11, 22), date(2029, 12, 31));
        let days: Vec<_> = days.into_iter().map(|day| day.date).collect();
        let expected = expected.get(&duty.id).cloned().unwrap_or_default();
        let few = duty.until.map_or(expected.len(), |_| usize::MAX);
        assert_eq!(days.iter().copied().take(few).collect::<Vec<_>>(), expected, "{}", duty.id);
        assert_eq!(days.is_empty(), duty.recurs.is_none(), "{}", duty.id);
    }
}

#[test]
fn the_day_of_a_month_is_found_though_it_moved_out_of_it() {
    let duties = defaults();
    let duty = duties.iter().find(|duty| duty.id == "d394-monthly").expect("a duty");
    let day = duty.day_in("2026-11", date(2026, 11, 22)).expect("its day");
    assert_eq!((day.nominal, day.date), (date(2026, 11, 30), date(2026, 12, 2)));
}

#[test]
fn the_last_day_of_a_duty_stays_when_it_moves() {
    let mut duties = defaults();
    let claim = duties.iter_mut().find(|duty| duty.id == "agri-fuel-quarterly-claim").expect("a duty");
    let dates = |duty: &Duty| {
        let days = duty.days(date(2026, 12, 1), date(2027, 12, 31)).into_iter().map(|day| day.date);
        (duty.next_day(date(2026, 12, 1)).map(|day| day.date), days.collect::<Vec<_>>())
    };
    assert_eq!(dates(claim), (Some(date(2027, 1, 31)), vec![date(2027, 1, 31)]));
    // 31 January 2027 is a Sunday.
    claim.shift = Some(Shift::Tax);
    assert_eq!(dates(claim), (Some(date(2027, 2, 1)), vec![date(2027, 2, 1)]));
    claim.until = Some(date(2027, 1, 30));
    assert_eq!(dates(claim), (None, vec![]));
}

#[test]
fn a_company_has_the_duties_of_its_own_tax() {
    let duties = defaults();
    let of = |role, tax| -> Vec<_> {
        let found = duties.iter().filter(|duty| duty.concerns(role, tax));
        found.map(|duty| duty.id.as_str()).collect()
    };
    let micro = of(AudienceRole::Company, Some(CompanyTax::Micro));
    let profit = of(AudienceRole::Company, Some(CompanyTax::Profit));
    let both = of(AudienceRole::Company, None);
    assert!(micro.contains(&"d100-micro-quarterly") && !micro.contains(&"d101-profit-tax"));
    assert!(profit.contains(&"d101-profit-tax") && !profit.contains(&"d100-micro-quarterly"));
    assert!(both.contains(&"d101-profit-tax") && both.contains(&"d100-micro-quarterly"));
    // The tax of companies takes nothing from an association.
    assert!(of(AudienceRole::Association, Some(CompanyTax::Micro)).contains(&"d101-profit-tax"));
}

#[test]
fn a_list_with_a_mistake_is_refused_with_its_place() {
    let check = |change: fn(&mut Vec<Duty>), expected: &str| {
        let mut duties = defaults();
        change(&mut duties);
        let problems = problems(&duties);
        assert!(problems[0].contains(expected), "{problems:?}");
    };
    check(Vec::clear, "it has 0 duties");
    check(|duties| duties[1].id = duties[0].id.clone(), "duty 2 (d112-monthly), id: an earlier duty has the same one");
    check(|duties| duties[0].within = Some(Term::Days(30)), "within: a recurring duty has days already");
    check(|duties| duties[2].id = "12".into(), "duty 3 (12), id");
    check(|duties| duties[0].title.en.clear(), "duty 1 (d112-monthly), a text is empty");
    check(|duties| duties[0].roles.clear(), "roles");
    check(|duties| duties[0].sources.push("javascript:1".into()), "sources");
    check(|duties| duties[0].recurs = Some(Recurrence::DayOfYear(366)), "recurs");
    check(|duties| duties[0].recurs = None, "shift");
    check(|duties| rent(duties).what_when[0].condition.fact = Some("gone".into()), "what_when[0].condition");
    check(|duties| rent(duties).what_when[1].en.clear(), "what_when[1].en: is empty");
    check(|duties| rent(duties).concerns = None, "what_when: without concerns nothing is decided");
    let announced = defaults().into_iter().find_map(|duty| duty.announced).expect("a duty");
    assert_eq!((announced.month, announced.by.ro.as_str()), (12, "APIA"));
    check(|duties| duties[0].announced = duties.iter().find_map(|duty| duty.announced.clone()), "announced");
}

/// The duty that has better words for some readers.
fn rent(duties: &mut [Duty]) -> &mut Duty {
    duties.iter_mut().find(|duty| duty.id == "d212-rent-landlord").expect("a duty")
}
