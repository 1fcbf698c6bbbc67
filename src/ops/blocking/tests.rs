//! Tests of blocking work.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::task::JoinHandle;

use super::*;
use crate::error::ErrorCode;

/// Work that reports its beginning and ends when it may.
struct HeldJob {
    begun: mpsc::Sender<IpAddr>,
    may_end: Arc<Mutex<mpsc::Receiver<()>>>,
}

impl HeldJob {
    fn new() -> (Arc<Self>, mpsc::Receiver<IpAddr>, mpsc::Sender<()>) {
        let ((begun, begins), (ends, may_end)) = (mpsc::channel(), mpsc::channel());
        (Arc::new(Self { begun, may_end: Arc::new(Mutex::new(may_end)) }), begins, ends)
    }

    /// Starts a request of the network with this work.
    fn request(self: &Arc<Self>, work: &Arc<RequestWork>, network: IpAddr) -> JoinHandle<Result<()>> {
        let held = Arc::clone(self);
        let run = move || {
            held.begun.send(network).expect("the test receives");
            held.may_end.lock().expect("the lock").recv().expect("the test ends the work");
        };
        tokio::spawn(work.serve(network, blocking("holding", run)))
    }
}

fn network(last: u8) -> IpAddr {
    IpAddr::from([198, 51, 100, last])
}

#[tokio::test(flavor = "multi_thread")]
async fn work_keeps_its_permit_when_its_client_leaves() {
    let work = Arc::new(RequestWork::default());
    let (held, begins, ends) = HeldJob::new();
    for number in 0..MAX_RUNNING {
        let request = held.request(&work, network(number as u8));
        begins.recv().expect("the work begins");
        request.abort();
        assert!(request.await.expect_err("the client leaves").is_cancelled());
    }
    assert_eq!(work.running.available_permits(), 0);
    let mut next = Box::pin(work.serve(network(9), blocking("the next", || ())));
    assert!(futures_util::poll!(&mut next).is_pending());
    ends.send(()).expect("the work waits");
    next.await.expect("a thread is free again");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_network_has_a_share_and_others_begin_at_once() {
    let work = Arc::new(RequestWork::default());
    let (held, begins, ends) = HeldJob::new();
    let greedy: Vec<_> = (0..8).map(|_| held.request(&work, network(1))).collect();
    for _ in 0..MAX_RUNNING_OF_NETWORK {
        assert_eq!(begins.recv().expect("the work begins"), network(1));
    }
    work.serve(network(2), blocking("another", || ())).await.expect("it ends");
    assert!(begins.try_recv().is_err(), "the greedy network has no third thread");
    for _ in &greedy {
        ends.send(()).expect("the work waits");
    }
    for request in greedy {
        request.await.expect("no panic").expect("it ends");
    }
    assert!(work.networks(|networks| networks.is_empty()), "idle networks are forgotten");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_all_clients_wait_for_needs_no_turn_of_a_network() {
    let work = Arc::new(RequestWork::default());
    let (held, begins, ends) = HeldJob::new();
    let busy: Vec<_> = (0..MAX_RUNNING).map(|last| held.request(&work, network(last as u8 / 2))).collect();
    for _ in &busy {
        begins.recv().expect("the work begins");
    }
    let is_on_async_thread = blocking_for_all("writing for all", is_in_request);
    assert!(!work.serve(network(0), is_on_async_thread).await.expect("it ends while every thread is busy"));
    assert!(work.serve(network(0), async { is_in_request() }).await);
    busy.iter().for_each(|_| ends.send(()).expect("the work waits"));
    for request in busy {
        request.await.expect("no panic").expect("it ends");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_work_is_bounded_and_ends_with_its_request() {
    static RAN: AtomicUsize = AtomicUsize::new(0);
    let work = Arc::new(RequestWork::default());
    let (held, begins, ends) = HeldJob::new();
    let running: Vec<_> = (0..MAX_RUNNING_OF_NETWORK).map(|_| held.request(&work, network(1))).collect();
    for _ in &running {
        begins.recv().expect("the work begins");
    }
    let count = || RAN.fetch_add(1, Ordering::Relaxed);
    let mut waiting: Vec<_> = (0..MAX_OF_NETWORK - MAX_RUNNING_OF_NETWORK)
        .map(|_| Box::pin(work.serve(network(1), blocking("counting", count))))
        .collect();
    for request in &mut waiting {
        assert!(futures_util::poll!(request).is_pending());
    }
    let refused = work.serve(network(1), blocking("counting", count)).await.expect_err("too many wait");
    assert_eq!((refused.code, refused.retry_after_secs), (ErrorCode::Unavailable, Some(1)));
    drop(waiting);
    running.iter().for_each(|_| ends.send(()).expect("the work waits"));
    for request in running {
        request.await.expect("no panic").expect("it ends");
    }
    work.serve(network(1), blocking("the last", || ())).await.expect("it ends");
    assert_eq!(RAN.load(Ordering::Relaxed), 0, "requests that left cost nothing more");
}

#[tokio::test]
async fn a_panic_is_an_internal_error_and_its_thread_goes_on() {
    let work = Arc::new(RequestWork::default());
    for _ in 0..2 * MAX_RUNNING {
        let failed = work.serve(network(1), blocking("failing", || -> () { panic!("no") })).await;
        assert_eq!(failed.expect_err("it panics").code, ErrorCode::Internal);
    }
}
