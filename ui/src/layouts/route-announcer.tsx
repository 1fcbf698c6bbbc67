import { useSyncExternalStore } from 'react';
import { announcer } from '../hooks/announcer.ts';

/** Tells screen readers which page has come. */
export function RouteAnnouncer() {
  const said = useSyncExternalStore(announcer.subscribe, announcer.said);
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}
