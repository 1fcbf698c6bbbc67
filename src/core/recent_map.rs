//! A map of bounded size that forgets the least recently written keys.

use std::collections::HashMap;
use std::hash::Hash;

/// Holds at most `2 * HALF` entries, in two halves: when the recent half is full, the older one is dropped and the
/// recent one takes its place. An insertion takes constant time on average, whatever keys an attacker chooses.
#[derive(Debug)]
pub struct RecentMap<K, V> {
    recent: HashMap<K, V>,
    older: HashMap<K, V>,
}

/// Capacity of a hash table with 8,192 buckets, of which it fills seven eighths.
const HALF: usize = 7_168;

impl<K, V> Default for RecentMap<K, V> {
    fn default() -> Self {
        Self { recent: HashMap::new(), older: HashMap::new() }
    }
}

impl<K: Hash + Eq, V> RecentMap<K, V> {
    pub const MAX_LEN: usize = 2 * HALF;

    pub fn get(&self, key: &K) -> Option<&V> {
        self.recent.get(key).or_else(|| self.older.get(key))
    }

    pub fn insert(&mut self, key: K, value: V) {
        self.older.remove(&key);
        if self.recent.len() >= HALF && !self.recent.contains_key(&key) {
            self.older = std::mem::take(&mut self.recent);
        }
        self.recent.insert(key, value);
    }

    pub fn remove(&mut self, key: &K) {
        self.recent.remove(key);
        self.older.remove(key);
    }

    pub fn retain(&mut self, mut keep: impl FnMut(&V) -> bool) {
        self.recent.retain(|_, value| keep(value));
        self.older.retain(|_, value| keep(value));
    }

    pub fn len(&self) -> usize {
        self.recent.len() + self.older.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_map_keeps_the_entries_written_last() {
        let mut map = RecentMap::default();
        for key in 0..100_000_u32 {
            map.insert(key, ());
            map.insert(7, ());
            assert!(map.len() <= RecentMap::<u32, ()>::MAX_LEN);
        }
        assert!(map.get(&7).is_some() && map.get(&99_999).is_some());
        assert!(map.get(&(99_999 - 7_000)).is_some(), "at least one half is kept");
        assert!(map.get(&0).is_none());
        map.remove(&7);
        assert!(map.get(&7).is_none());
        map.retain(|()| false);
        assert!(map.is_empty());
    }
}
