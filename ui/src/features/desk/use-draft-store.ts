import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Draft } from '../../api/desk.ts';
import { DraftStore } from './draft-store.ts';

/** The text of a draft, saved when the editor leaves; the browser asks before it loses words. */
export function useDraftStore(draft: Draft) {
  const [store] = useState(() => new DraftStore(draft));
  const status = useSyncExternalStore(store.subscribe, store.snapshot);
  const isSaved = status.phase === 'saved';
  useEffect(() => {
    if (isSaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSaved]);
  useEffect(() => {
    const save = () => void store.flush();
    window.addEventListener('online', save);
    return () => {
      window.removeEventListener('online', save);
      save();
    };
  }, [store]);
  return { store, status };
}
