//! Computed days against those of real laws.

use super::*;

fn day(text: &str) -> Date {
    text.parse().expect("a day")
}

/// Checks that the rule gives these days one after the other.
fn check(rule: &str, shift: Option<Shift>, today: &str, expected: &[&str]) {
    let recurrence: Recurrence = serde_json::from_str(rule).expect("a rule");
    let mut from = day(today);
    for expected in expected {
        let next = recurrence.next(from, shift).expect("a rule has a next day");
        assert_eq!(next, day(expected), "{rule} from {from}");
        assert_eq!(recurrence.next(next, shift), Some(next), "the day itself is included");
        from = next.tomorrow().expect("a day");
    }
}

#[test]
fn a_term_ends_on_its_last_day_or_after_a_break() {
    let check = |term: Term, from: &str, shift: Option<Shift>, expected: &str| {
        assert_eq!(term.end(day(from), shift), day(expected), "{term:?} from {from}");
    };
    check(Term::Days(30), "2026-11-22", Some(Shift::Next), "2026-12-22");
    check(Term::Days(9), "2026-11-21", None, "2026-11-30");
    check(Term::Days(9), "2026-11-21", Some(Shift::Next), "2026-12-02");
    check(Term::Days(30), "2026-11-25", Some(Shift::Tax), "2026-12-21");
    check(Term::WorkingDays(5), "2026-11-27", None, "2026-12-08");
    check(Term::Months(1), "2027-01-31", None, "2027-02-28");
    check(Term::Hours(72), "2026-11-20", None, "2026-11-23");
}

#[test]
fn duties_of_real_laws_get_their_real_days() {
    let (tax, next, previous) = (Some(Shift::Tax), Some(Shift::Next), Some(Shift::Previous));
    let quarterly = r#"{"yearly":["01-25","04-25","07-25","10-25"]}"#;
    let quarter_ends = r#"{"yearly":["01-31","04-30","07-31","10-31"]}"#;
    for (rule, shift, days) in [
        // D112, D300 monthly and quarterly.
        (r#"{"monthly":25}"#, tax, &["2026-11-25", "2026-12-21", "2027-01-25"][..]),
        (quarterly, tax, &["2027-01-25", "2027-04-26", "2027-07-26"]),
        // The environment fund has no December rule.
        (r#"{"monthly":25}"#, None, &["2026-11-25", "2026-12-25", "2027-01-25"]),
        // D394: 30 November and 1 December are holidays; February has no 30th.
        (r#"{"monthly":30}"#, tax, &["2026-12-02", "2026-12-30", "2027-02-01", "2027-03-01"]),
        // D406 (SAF-T), monthly and quarterly; 30 April to 3 May 2027 is Easter.
        (r#"{"monthly":"last"}"#, tax, &["2026-12-02", "2026-12-31", "2027-02-01"]),
        (quarter_ends, tax, &["2027-02-01", "2027-05-04", "2027-08-02"]),
        (r#"{"yearly":["04-30"]}"#, tax, &["2027-05-04", "2028-05-02", "2029-04-30"]),
        // D205: the last day of February.
        (r#"{"yearly":["02-29"]}"#, tax, &["2027-03-01", "2028-02-29", "2029-02-28"]),
        // The grassland register: the last working day of February.
        (r#"{"yearly":["02-29"]}"#, previous, &["2027-02-26", "2028-02-29", "2029-02-28"]),
        // Local taxes in two instalments, and the luxury tax on cars.
        (r#"{"yearly":["03-31","09-30"]}"#, next, &["2027-03-31", "2027-09-30", "2028-03-31"]),
        (r#"{"yearly":["12-31"]}"#, tax, &["2026-12-31", "2027-12-31", "2029-01-03"]),
        (r#"{"yearly":["06-25"]}"#, tax, &["2027-06-25", "2028-06-26", "2029-06-25"]),
        (r#"{"yearly":["08-15"]}"#, None, &["2027-08-15", "2028-08-15", "2029-08-15"]),
        (r#"{"monthly":10}"#, next, &["2026-12-10", "2027-01-11", "2027-02-10"]),
    ] {
        check(rule, shift, "2026-11-22", days);
    }
    // 21 December 2024 was a Saturday.
    check(r#"{"monthly":25}"#, tax, "2024-12-01", &["2024-12-20", "2025-01-27"]);
}

#[test]
fn rules_are_written_as_they_were_read() {
    for rule in [r#"{"monthly":25}"#, r#"{"monthly":"last"}"#, r#"{"yearly":["03-31","09-30"]}"#] {
        let read: Recurrence = serde_json::from_str(rule).expect(rule);
        assert_eq!(serde_json::to_string(&read).expect("JSON"), rule);
    }
    for bad in [r#"{"monthly":0}"#, r#"{"monthly":32}"#, r#"{"monthly":"first"}"#, r#"{"yearly":["2-30"]}"#] {
        assert!(serde_json::from_str::<Recurrence>(bad).is_err(), "{bad}");
    }
    assert!("02-30".parse::<DayOfYear>().is_err());
}

#[test]
fn a_range_has_each_day_with_the_reason_of_its_shift() {
    let monthly: Recurrence = serde_json::from_str(r#"{"monthly":25}"#).expect("a rule");
    let shift = Some(Shift::Tax);
    let days = monthly.between(day("2026-12-01"), day("2027-04-30"), shift);
    let shown: Vec<_> =
        days.iter().map(|it| format!("{} {} {:?}", it.date, it.nominal, it.shift_reason(shift))).collect();
    assert_eq!(
        shown,
        [
            "2026-12-21 2026-12-25 Some(December)",
            "2027-01-25 2027-01-25 None",
            "2027-02-25 2027-02-25 None",
            "2027-03-25 2027-03-25 None",
            "2027-04-26 2027-04-25 Some(Weekend)",
        ]
    );
    // A day that is moved into the range from the month before it.
    let ends: Recurrence = serde_json::from_str(r#"{"monthly":30}"#).expect("a rule");
    let moved = ends.between(day("2026-12-01"), day("2026-12-02"), shift);
    assert_eq!(moved, [Occurrence { date: day("2026-12-02"), nominal: day("2026-11-30") }]);
    assert_eq!(moved[0].shift_reason(shift), Some(ShiftReason::Holiday));
    // The last working day of February, which the law names, did not move there.
    let february: Recurrence = serde_json::from_str(r#"{"yearly":["02-29"]}"#).expect("a rule");
    let last = february.between(day("2027-02-01"), day("2027-02-28"), Some(Shift::Previous));
    assert_eq!(last, [Occurrence { date: day("2027-02-26"), nominal: day("2027-02-28") }]);
    assert_eq!(last[0].shift_reason(Some(Shift::Previous)), None);
}

#[test]
fn days_are_counted_from_the_beginning_of_a_month_or_a_year() {
    check(r#"{"working_day_of_month":5}"#, None, "2026-11-22", &["2026-12-08", "2027-01-12", "2027-02-05"]);
    check(r#"{"day_of_year":60}"#, None, "2026-11-22", &["2027-03-01", "2028-02-29", "2029-03-01"]);
}

#[test]
fn an_occurrence_keeps_its_period_when_the_rule_gives_it_another_day() {
    for (rule, nominal, expected) in [
        (r#"{"monthly":25}"#, "2026-11-25", "2026-11"),
        (r#"{"monthly":"last"}"#, "2026-11-30", "2026-11"),
        (r#"{"working_day_of_month":5}"#, "2026-12-08", "2026-12"),
        (r#"{"yearly":["05-25"]}"#, "2027-05-25", "2027"),
        (r#"{"yearly":["03-31","09-30"]}"#, "2027-09-30", "2027-2"),
        (r#"{"yearly":["02-29","08-31"]}"#, "2027-02-28", "2027-1"),
        (r#"{"day_of_year":60}"#, "2027-03-01", "2027"),
    ] {
        let rule: Recurrence = serde_json::from_str(rule).expect("a rule");
        assert_eq!(rule.period(day(nominal)), expected, "{rule:?}");
    }
}
