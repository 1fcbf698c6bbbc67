//! Resolves host names to allowed addresses only.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::address::is_public;

/// Decides which addresses are allowed: [`is_public`], except in tests.
pub type Reachable = fn(IpAddr) -> bool;

/// Looks up the addresses of a host name. Port 0 means the default port.
pub trait Resolver: Send + Sync {
    fn look_up(&self, host: String) -> BoxFuture<'static, std::io::Result<Vec<SocketAddr>>>;
}

/// The resolver of the system.
struct System;

impl Resolver for System {
    fn look_up(&self, host: String) -> BoxFuture<'static, std::io::Result<Vec<SocketAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((host, 0)).await?.collect()) })
    }
}

/// A host name without a public address.
#[derive(Debug, thiserror::Error)]
#[error("{0} has no public address")]
pub struct NotPublic(String);

impl NotPublic {
    /// Whether this is the cause of a failed request.
    pub(super) fn is_cause_of(error: &reqwest::Error) -> bool {
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
        while let Some(link) = cause {
            if link.is::<Self>() {
                return true;
            }
            cause = link.source();
        }
        false
    }
}

#[derive(Clone)]
pub(super) struct AddressGuard {
    pub(super) resolver: Arc<dyn Resolver>,
    pub(super) reachable: Reachable,
}

impl Default for AddressGuard {
    fn default() -> Self {
        Self { resolver: Arc::new(System), reachable: is_public }
    }
}

impl Resolve for AddressGuard {
    fn resolve(&self, name: Name) -> Resolving {
        let (looked_up, reachable) = (self.resolver.look_up(name.as_str().to_owned()), self.reachable);
        Box::pin(async move {
            let mut addresses = looked_up.await?;
            addresses.retain(|address| reachable(address.ip()));
            if addresses.is_empty() {
                return Err(NotPublic(name.as_str().to_owned()).into());
            }
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}
