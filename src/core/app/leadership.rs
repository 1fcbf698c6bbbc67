//! Whether this process does what only one of the processes on a database may do.

use tokio::sync::watch;

/// The term in which this process leads.
pub struct Leadership(watch::Sender<Option<u64>>);

/// The term of a process that has its store for itself.
pub const ALONE: u64 = 0;

impl Leadership {
    /// A process leads from the start if the store is its own; else when it has taken the lease.
    pub fn new(is_alone: bool) -> Self {
        Self(watch::Sender::new(is_alone.then_some(ALONE)))
    }

    /// The present term; `None` while another process leads.
    pub fn term(&self) -> Option<u64> {
        *self.0.borrow()
    }

    /// Begins a term, or ends the present one.
    pub fn set(&self, term: Option<u64>) {
        self.0.send_replace(term);
    }

    /// Waits until this process leads and returns the term.
    pub async fn begun(&self) -> u64 {
        let mut terms = self.0.subscribe();
        loop {
            let term = *terms.borrow_and_update();
            match term {
                Some(term) => return term,
                None => wait(&mut terms).await,
            }
        }
    }

    /// Waits until the term is over.
    pub async fn over(&self, term: u64) {
        let mut terms = self.0.subscribe();
        while *terms.borrow_and_update() == Some(term) {
            wait(&mut terms).await;
        }
    }
}

async fn wait(terms: &mut watch::Receiver<Option<u64>>) {
    if terms.changed().await.is_err() {
        // The sender was dropped: nothing changes any more.
        std::future::pending::<()>().await;
    }
}
