//! Forwards connections to a server that a test can slow down or stop.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;

/// What becomes of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    Forwards,
    /// Connections are accepted, and nothing is answered.
    Hangs,
    /// Connections are closed at once.
    Refuses,
}

/// A relay to one server. It stops when dropped.
pub struct Relay {
    address: SocketAddr,
    behaviour: watch::Sender<Behaviour>,
    _task: AbortOnDropHandle<()>,
}

impl Relay {
    /// To the server at a URL of plain HTTP.
    pub async fn to(url: &str) -> Self {
        let target = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (behaviour, current) = watch::channel(Behaviour::Forwards);
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(connection(client, target.clone(), current.clone()));
            }
        });
        Relay {
            address,
            behaviour,
            _task: AbortOnDropHandle::new(task),
        }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Closes all connections, and treats new ones so.
    pub fn behaves(&self, behaviour: Behaviour) {
        self.behaviour.send_replace(behaviour);
    }
}

async fn connection(mut client: TcpStream, target: String, mut current: watch::Receiver<Behaviour>) {
    let behaviour = *current.borrow_and_update();
    let served = async {
        match behaviour {
            Behaviour::Forwards => {
                let mut server = TcpStream::connect(target).await.unwrap();
                // An error means that one side is gone.
                let _ = copy_bidirectional(&mut client, &mut server).await;
            }
            Behaviour::Hangs => std::future::pending().await,
            Behaviour::Refuses => {}
        }
    };
    tokio::select! {
        () = served => {}
        _ = current.changed() => {}
    }
}
