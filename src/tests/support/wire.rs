//! A wire to a server of this machine that a test can cut.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Begins the statement that asks for notifications.
const LISTEN: &[u8] = b"LISTEN ";
/// Says that a transaction is committed: the message `CommandComplete` of the protocol.
const COMMITTED: &[u8] = b"C\0\0\0\x0bCOMMIT\0";

/// Passes connections on until it is cut.
pub struct Wire {
    pub port: u16,
    state: Arc<WireState>,
}

struct WireState {
    /// Bytes to the server that are passed on until the wire is cut.
    budget: AtomicI64,
    /// As `budget`, from the server.
    answers: AtomicI64,
    /// Whether the wire is cut instead of passing on that a transaction is committed.
    loses_commit: AtomicBool,
    whole: watch::Sender<bool>,
    held: watch::Sender<bool>,
    /// Whether a connection that asks for notifications is ended.
    refuses_listen: bool,
}

impl Wire {
    /// A wire to this port.
    pub async fn to(port: u16) -> Self {
        Self::start(port, false).await
    }

    /// A wire that ends a connection which asks for notifications.
    pub async fn without_notifications(port: u16) -> Self {
        Self::start(port, true).await
    }

    async fn start(port: u16, refuses_listen: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let own = listener.local_addr().expect("its address").port();
        let state = Arc::new(WireState {
            budget: AtomicI64::new(i64::MAX),
            answers: AtomicI64::new(i64::MAX),
            loses_commit: AtomicBool::new(false),
            whole: watch::Sender::new(true),
            held: watch::Sender::new(false),
            refuses_listen,
        });
        tokio::spawn(serve(listener, port, Arc::clone(&state)));
        Self { port: own, state }
    }

    /// Ends every connection, and refuses new ones.
    pub fn cut(&self) {
        self.state.whole.send_replace(false);
    }

    /// As [`Wire::cut`], when the server has got this many more bytes.
    pub fn cut_after(&self, bytes: i64) {
        self.state.budget.store(bytes, Ordering::SeqCst);
    }

    /// As [`Wire::cut`], when the server has answered this many more bytes.
    pub fn cut_answers_after(&self, bytes: i64) {
        self.state.answers.store(bytes, Ordering::SeqCst);
    }

    /// As [`Wire::cut`], when the server answers that a transaction is committed, which the client does not get.
    pub fn cut_at_commit(&self) {
        self.state.loses_commit.store(true, Ordering::SeqCst);
    }

    /// Lets nothing pass and keeps every connection, as a server does that hangs, until [`Wire::mend`].
    pub fn hold(&self) {
        self.state.held.send_replace(true);
    }

    /// Waits until the wire is cut.
    pub async fn was_cut(&self) {
        wait_for_cut(&self.state).await;
    }

    /// Runs `work` to its end, and mends the wire: as soon as it is cut, or after the work. Returns whether it was cut.
    pub async fn mend_when_cut<T>(&self, work: impl Future<Output = T>) -> (T, bool) {
        let mut work = pin!(work);
        let (result, was_cut) = tokio::select! {
            biased;
            () = self.was_cut() => {
                self.mend();
                (work.await, true)
            }
            result = &mut work => (result, false),
        };
        self.mend();
        (result, was_cut)
    }

    pub fn mend(&self) {
        self.cut_after(i64::MAX);
        self.cut_answers_after(i64::MAX);
        self.state.loses_commit.store(false, Ordering::SeqCst);
        self.state.whole.send_replace(true);
        self.state.held.send_replace(false);
    }
}

async fn wait_while_held(state: &WireState) {
    let mut held = state.held.subscribe();
    while *held.borrow_and_update() {
        held.changed().await.expect("the sender lives");
    }
}

async fn wait_for_cut(state: &WireState) {
    let mut whole = state.whole.subscribe();
    while *whole.borrow_and_update() {
        whole.changed().await.expect("the sender lives");
    }
}

async fn serve(listener: TcpListener, port: u16, state: Arc<WireState>) {
    while let Ok((client, _)) = listener.accept().await {
        let state = Arc::clone(&state);
        tokio::spawn(async move {
            if !*state.whole.borrow() {
                return;
            }
            let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else { return };
            tokio::select! {
                () = pass(client, server, &state) => {}
                () = wait_for_cut(&state) => {}
            }
        });
    }
}

async fn pass(mut client: TcpStream, mut server: TcpStream, state: &WireState) {
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    tokio::select! {
        () = pass_on(&mut from_client, &mut to_server, &state.budget, state) => {}
        () = pass_on(&mut from_server, &mut to_client, &state.answers, state) => {}
    }
}

/// Passes bytes on until the budget is used up, which cuts the wire.
async fn pass_on(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    budget: &AtomicI64,
    state: &WireState,
) {
    let mut buffer = [0; 4096];
    loop {
        let read = from.read(&mut buffer).await.unwrap_or(0);
        wait_while_held(state).await;
        let holds = |message: &[u8]| buffer[..read].windows(message.len()).any(|bytes| bytes == message);
        if state.loses_commit.load(Ordering::SeqCst) && holds(COMMITTED) {
            state.whole.send_replace(false);
            return;
        }
        let left = budget.fetch_sub(i64::try_from(read).expect("a small number"), Ordering::SeqCst);
        let passed = usize::try_from(left).unwrap_or(0).min(read);
        if state.refuses_listen && holds(LISTEN) {
            return;
        }
        if read == 0 || to.write_all(&buffer[..passed]).await.is_err() {
            return;
        }
        if passed < read {
            state.whole.send_replace(false);
            return;
        }
    }
}
