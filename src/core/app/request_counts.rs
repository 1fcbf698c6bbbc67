//! Counts of the requests of the public server, by route and status.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::domain::latency::{LatencyCounts, LatencyHistogram};

/// Classes of status codes, from 1xx to 5xx.
const CLASSES: usize = 5;

/// The counts by the template of the route. The routes are set once, so that no client can add one.
#[derive(Debug, Default)]
pub struct RequestCounts(OnceLock<FxHashMap<&'static str, RouteCounts>>);

#[derive(Debug, Default)]
struct RouteCounts {
    by_class: [AtomicU64; CLASSES],
    latency: LatencyHistogram,
}

/// The requests of a route that had some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedRoute {
    pub route: &'static str,
    /// From 1xx to 5xx.
    pub by_class: [u64; CLASSES],
    pub latency: LatencyCounts,
}

impl RequestCounts {
    /// Sets the routes to count; a second call changes nothing.
    pub fn set_routes(&self, routes: impl Iterator<Item = &'static str>) {
        self.0.get_or_init(|| routes.map(|route| (route, RouteCounts::default())).collect());
    }

    /// Counts a response; ignores unknown routes.
    pub fn record(&self, route: &str, status: u16, took: Duration) {
        let Some(counts) = self.0.get().and_then(|routes| routes.get(route)) else { return };
        let class = usize::from(status / 100).clamp(1, CLASSES) - 1;
        if let Some(count) = counts.by_class.get(class) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        counts.latency.record(took);
    }

    /// The routes that had requests, in the order of their names.
    pub fn list(&self) -> Vec<CountedRoute> {
        let routes = self.0.get().into_iter().flatten();
        let counted = routes.map(|(&route, counts)| CountedRoute {
            route,
            by_class: counts.by_class.each_ref().map(|count| count.load(Ordering::Relaxed)),
            latency: counts.latency.counts(),
        });
        let mut listed: Vec<_> = counted.filter(|route| route.latency.all > 0).collect();
        listed.sort_unstable_by_key(|counted| counted.route);
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_routes_are_counted_by_their_status() {
        let counts = RequestCounts::default();
        counts.record("/a", 200, Duration::from_millis(2));
        counts.set_routes(["/a", "/b"].into_iter());
        for (route, status) in [("/a", 200), ("/a", 304), ("/a", 503), ("/made-up", 200)] {
            counts.record(route, status, Duration::from_millis(2));
        }
        let listed = counts.list();
        assert_eq!(listed.len(), 1);
        assert_eq!((listed[0].route, listed[0].by_class, listed[0].latency.all), ("/a", [0, 1, 1, 0, 1], 3));
    }
}
