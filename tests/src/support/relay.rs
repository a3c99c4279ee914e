//! Forwards connections to a server that a test can slow down or stop.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;

const LAG: Duration = Duration::from_secs(3);

/// What becomes of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    Forwards,
    /// Each part of an answer is forwarded three seconds late.
    Lags,
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
            Behaviour::Lags => {
                let server = TcpStream::connect(target).await.unwrap();
                let (mut from_server, mut to_server) = server.into_split();
                let (mut from_client, mut to_client) = client.split();
                let answers = async {
                    let mut part = vec![0; 64 * 1024];
                    while let Ok(length @ 1..) = from_server.read(&mut part).await {
                        tokio::time::sleep(LAG).await;
                        if to_client.write_all(&part[..length]).await.is_err() {
                            break;
                        }
                    }
                };
                let _ = tokio::join!(copy(&mut from_client, &mut to_server), answers);
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
