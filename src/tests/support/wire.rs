//! A wire to a server of this machine that a test can cut.

use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Passes connections on until it is cut.
pub struct Wire {
    pub port: u16,
    whole: Arc<watch::Sender<bool>>,
}

impl Wire {
    /// A wire to this port.
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let own = listener.local_addr().expect("its address").port();
        let whole = Arc::new(watch::Sender::new(true));
        tokio::spawn(serve(listener, port, Arc::clone(&whole)));
        Self { port: own, whole }
    }

    /// Ends every connection, and refuses new ones.
    pub fn cut(&self) {
        self.whole.send_replace(false);
    }

    pub fn mend(&self) {
        self.whole.send_replace(true);
    }
}

async fn serve(listener: TcpListener, port: u16, whole: Arc<watch::Sender<bool>>) {
    while let Ok((mut client, _)) = listener.accept().await {
        let mut state = whole.subscribe();
        tokio::spawn(async move {
            if !*state.borrow() {
                return;
            }
            let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await else { return };
            tokio::select! {
                _ = copy_bidirectional(&mut client, &mut server) => {}
                _ = state.wait_for(|whole| !whole) => {}
            }
        });
    }
}
