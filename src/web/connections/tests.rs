//! Tests of connections.

use super::*;
use crate::config::Config;

const GREEDY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));

fn connections(folder: &tempfile::TempDir, proxies: &str, limit: usize) -> Arc<Connections> {
    let mut config = Config::default();
    config.server.trusted_proxies = vec![proxies.parse().expect("a network")];
    let proxies = Proxies::new(&config.server);
    let app = App::open(config, folder.path().join("data"), Clock::System).expect("the app opens");
    Connections::with_limit(&app, proxies, limit)
}

fn is_closed(place: &ConnectionSlot) -> bool {
    futures_util::FutureExt::now_or_never(place.connection.closed()).is_some()
}

#[tokio::test]
async fn a_new_connection_takes_the_place_of_the_one_that_was_idle_longest() {
    let folder = tempfile::tempdir().expect("a folder");
    let connections = connections(&folder, "203.0.113.1/32", 3);
    let mut places = Vec::new();
    for last in 0..3 {
        places.push(connections.admit(IpAddr::from([198, 51, 100, last])).await.expect("a place"));
    }
    let busy = places[0].connection.begin_request();
    places[1].connection.made_progress(Instant::now() + Duration::from_secs(1));
    let closed = async {
        places[2].connection.closed().await;
        drop(places.remove(2));
    };
    let (place, ()) = tokio::join!(connections.admit(GREEDY), closed);
    assert!(place.is_some());
    assert_eq!(places.iter().map(is_closed).collect::<Vec<_>>(), [false, false]);
    assert_eq!(connections.conditions.list()[0].code, FULL);
    drop((busy, places, place));
    assert_eq!((connections.count.load(Ordering::Relaxed), connections.lock().by_network.len()), (0, 0));
}

#[tokio::test]
async fn a_connection_that_just_began_keeps_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let connections = connections(&folder, "203.0.113.1/32", 1);
    let place = connections.admit(GREEDY).await.expect("a place");
    connections.make_room();
    assert!(!is_closed(&place), "its request may be on its way");
    let (other, ()) = tokio::join!(connections.admit(GREEDY), async {
        place.connection.closed().await;
        drop(place);
    });
    assert!(other.is_some(), "later it makes room");
}

#[tokio::test]
async fn one_network_has_a_share_of_the_connections_and_a_trusted_proxy_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let connections = connections(&folder, "203.0.113.1/32", 800);
    let mut places = Vec::new();
    for _ in 0..150 {
        places.push(connections.admit(GREEDY).await.expect("an idle one makes room"));
    }
    let open = places.iter().filter(|place| !is_closed(place)).count();
    assert!((80..=100).contains(&open), "{open}");
    places.retain(|place| !is_closed(place));
    let busy: Vec<_> = places.iter().map(|place| place.connection.begin_request()).collect();
    while places.len() < 100 {
        places.push(connections.admit(GREEDY).await.expect("a place"));
    }
    let busier: Vec<_> = places.iter().map(|place| place.connection.begin_request()).collect();
    assert!(connections.admit(GREEDY).await.is_none(), "all its connections are busy");
    for _ in 0..200 {
        places.push(connections.admit(IpAddr::from([203, 0, 113, 1])).await.expect("a place"));
    }
    drop((busy, busier));
}
