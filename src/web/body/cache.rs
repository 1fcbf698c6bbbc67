//! The bounded cache of ready-made bodies.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use moka::sync::Cache;
use rustc_hash::FxSeededState;

use super::Body;

/// Ready-made bodies, bounded by the memory they take; the least used are dropped first.
///
/// A key holds everything that the body depends on, such as the generation of the catalogue: outdated bodies are never
/// found again, and are dropped in time.
pub(in crate::web) struct BodyCache<K, B = Body> {
    /// Without the types of keys and bodies, so that the machinery of caches is compiled once for all of them.
    kept: Cache<Box<dyn AnyKey>, Kept, FxSeededState>,
    types: PhantomData<fn(K) -> B>,
}

#[derive(Clone)]
struct Kept {
    weight: u32,
    body: Arc<dyn Any + Send + Sync>,
}

impl<K, B> BodyCache<K, B>
where
    K: Hash + Eq + Send + Sync + 'static,
    B: AsRef<Body> + Send + Sync + 'static,
{
    pub(in crate::web) fn new(max_bytes: u64) -> Self {
        let cache = Cache::builder().max_capacity(max_bytes).weigher(|_: &_, kept: &Kept| kept.weight);
        // The default hasher takes half of the time of finding a body. The seed keeps clients from choosing colliding keys.
        let kept = cache.build_with_hasher(FxSeededState::with_seed(rand::random::<u64>() as usize));
        Self { kept, types: PhantomData }
    }

    pub(in crate::web) fn get(&self, key: &K) -> Option<Arc<B>> {
        self.kept.get(key as &dyn AnyKey).map(restored)
    }

    pub(in crate::web) fn insert(&self, key: K, body: Arc<B>) {
        self.kept.insert(Box::new(key), kept(body));
    }

    /// The kept body, or else the one that `make` resolves to. Two simultaneous requests may both make it.
    pub(in crate::web) async fn get_or_make<E>(
        &self,
        key: K,
        make: impl Future<Output = Result<B, E>>,
    ) -> Result<Arc<B>, E> {
        if let Some(body) = self.get(&key) {
            return Ok(body);
        }
        let body = Arc::new(make.await?);
        self.insert(key, Arc::clone(&body));
        Ok(body)
    }

    /// The kept body, or the one that `make` returns; concurrent calls wait for one result. Blocks.
    pub(in crate::web) fn get_or_make_once<E: Send + Sync + 'static>(
        &self,
        key: &K,
        make: impl FnOnce() -> Result<B, E>,
    ) -> Result<Arc<B>, Arc<E>>
    where
        K: Clone,
    {
        self.kept.try_get_with(Box::new(key.clone()), || make().map(|body| kept(Arc::new(body)))).map(restored)
    }
}

fn kept<B: AsRef<Body> + Send + Sync + 'static>(body: Arc<B>) -> Kept {
    let weight = u32::try_from((*body).as_ref().weight()).unwrap_or(u32::MAX);
    Kept { weight, body }
}

fn restored<B: Send + Sync + 'static>(kept: Kept) -> Arc<B> {
    Arc::downcast(kept.body).unwrap_or_else(|_| unreachable!("a cache keeps bodies of one type"))
}

trait AnyKey: Any + Send + Sync {
    fn equals(&self, other: &dyn AnyKey) -> bool;
    fn feed(&self, hasher: &mut dyn Hasher);
}

impl<K: Hash + Eq + Send + Sync + 'static> AnyKey for K {
    fn equals(&self, other: &dyn AnyKey) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl PartialEq for dyn AnyKey {
    fn eq(&self, other: &Self) -> bool {
        self.equals(other)
    }
}

impl Eq for dyn AnyKey {}

impl Hash for dyn AnyKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.feed(state);
    }
}
