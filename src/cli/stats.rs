//! `paragraf stats`

use std::process::ExitCode;

use clap::Args;

use super::global::Global;
use super::output::{Printer, count, table, terminal_width};
use crate::control::commands::stats::GetStats;
use crate::error::Result;
use crate::ops::analytics::{ArticleCount, DayViews, EventCount, Stats, VitalCounts};

#[derive(Debug, Args)]
pub(super) struct StatsArgs {
    /// Number of days, including today
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=3660))]
    days: u16,
}

pub(super) async fn run(global: &Global, args: StatsArgs, printer: &mut Printer) -> Result<ExitCode> {
    let stats = global.call(GetStats { days: args.days }).await?;
    printer.show(&stats, |stats| text(stats, terminal_width()));
    Ok(ExitCode::SUCCESS)
}

/// The report, with bars if the width of the terminal is known.
fn text(stats: &Stats, width: Option<u16>) -> String {
    if stats.is_empty() {
        return no_events(stats);
    }
    let mut parts = vec![format!("{} to {}", stats.from, stats.to)];
    if !stats.enabled {
        parts.push("analytics are turned off (analytics.enabled)".into());
    }
    let views: u64 = stats.page_views.iter().map(|day| day.count).sum();
    if views > 0 {
        parts.push(format!("{}\n{}", count(views, "page view"), days(&stats.page_views, width)));
    }
    if !stats.events.is_empty() {
        parts.push(events(&stats.events));
    }
    if !stats.web_vitals.is_empty() {
        parts.push(vitals(&stats.web_vitals));
    }
    if !stats.articles.is_empty() {
        parts.push(articles(&stats.articles, stats.articles_opened));
    }
    parts.join("\n\n")
}

fn no_events(stats: &Stats) -> String {
    if !stats.enabled {
        return "no events in this period; analytics are turned off (analytics.enabled)".into();
    }
    "no events in this period; only readers who accept analytics are counted".into()
}

/// One line for each day, starting with the first one that has a view.
fn days(days: &[DayViews], width: Option<u16>) -> String {
    let most = days.iter().map(|day| day.count).max().unwrap_or_default();
    let digits = most.to_string().len();
    // A day takes ten columns, with two spaces on each side of the number.
    let room = width.map(|width| usize::from(width).saturating_sub(10 + digits + 4).min(100));
    let lines = days.iter().skip_while(|day| day.count == 0).map(|DayViews { day, count }| {
        let bar = room.map(|room| bar(*count, most, room)).filter(|bar| !bar.is_empty());
        let bar = bar.map(|bar| format!("  {bar}")).unwrap_or_default();
        format!("{day}  {count:>digits$}{bar}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A bar in proportion to `count` of `most`, in eighths of a column; not empty unless `count` is 0.
fn bar(count: u64, most: u64, room: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let room = u128::try_from(room).unwrap_or_default();
    let eighths = (u128::from(count) * room * 8).div_ceil(u128::from(most.max(1)));
    let whole = usize::try_from(eighths / 8).unwrap_or_default();
    let part = usize::try_from(eighths % 8).unwrap_or_default();
    format!("{}{}", "█".repeat(whole), PARTS[part])
}

fn events(events: &[EventCount]) -> String {
    let mut table = table(&["EVENT", "LABEL", "COUNT", "SHARE"]);
    for row in events {
        let event_total: u64 = events.iter().filter(|other| other.event == row.event).map(|other| other.count).sum();
        table.add_row([
            row.event.code().to_owned(),
            row.label.clone(),
            row.count.to_string(),
            share(row.count, event_total),
        ]);
    }
    table.to_string()
}

fn vitals(vitals: &[VitalCounts]) -> String {
    let mut table = table(&["WEB VITAL", "GOOD", "NEEDS IMPROVEMENT", "POOR", "COUNT"]);
    for vital in vitals {
        let all = vital.good + vital.needs_improvement + vital.poor;
        table.add_row([
            vital.metric.code().to_owned(),
            share(vital.good, all),
            share(vital.needs_improvement, all),
            share(vital.poor, all),
            all.to_string(),
        ]);
    }
    table.to_string()
}

fn articles(articles: &[ArticleCount], opened: u64) -> String {
    let mut table = table(&["OPENED", "SHARE", "SLUG", "TITLE"]);
    for article in articles {
        let title = article.title.clone().unwrap_or_else(|| "(removed)".into());
        table.add_row([article.count.to_string(), share(article.count, opened), article.slug.clone(), title]);
    }
    table.to_string()
}

/// Formats a share, such as `37 %`; `<1 %` for a small share.
fn share(part: u64, all: u64) -> String {
    let percent = part as f64 * 100.0 / all.max(1) as f64;
    match part {
        0 => "0 %".into(),
        _ if percent < 1.0 => "<1 %".into(),
        _ => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn bars_fit_the_terminal_and_show_a_single_view() {
        assert_eq!(bar(8, 8, 4), "████");
        assert_eq!(bar(4, 8, 4), "██");
        assert_eq!(bar(3, 8, 4), "█▌");
        assert_eq!(bar(1, 1_000_000, 4), "▏");
        assert_eq!(bar(0, 8, 4), "");
        assert_eq!(bar(u64::MAX, u64::MAX, 3), "███");
        assert_eq!(bar(5, 5, 0), "");
        for width in [0, 20, 80, 200] {
            let views = [DayViews { day: date(2026, 1, 1), count: 12_345 }];
            let chart = days(&views, Some(width));
            assert!(chart.chars().count() <= usize::from(width.max(17)), "{width}: {chart}");
        }
    }

    #[test]
    fn days_before_the_first_view_are_omitted_and_pipes_have_no_bars() {
        let views = [(1, 0), (2, 10), (3, 0), (4, 5)];
        let views: Vec<_> =
            views.iter().map(|(day, count)| DayViews { day: date(2026, 1, *day), count: *count }).collect();
        assert_eq!(days(&views, None), "2026-01-02  10\n2026-01-03   0\n2026-01-04   5");
        assert_eq!(days(&views, Some(20)), "2026-01-02  10  ████\n2026-01-03   0\n2026-01-04   5  ██");
    }

    #[test]
    fn shares_are_whole_percents() {
        assert_eq!(
            [share(0, 9), share(1, 900), share(1, 3), share(9, 9), share(0, 0)],
            ["0 %", "<1 %", "33 %", "100 %", "0 %"]
        );
    }
}
