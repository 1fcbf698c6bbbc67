import { useSyncExternalStore } from 'react';
import { announcer } from '../hooks/announcer.ts';

/** Announces page changes to screen readers. */
export function RouteAnnouncer() {
  const said = useSyncExternalStore(announcer.subscribe, announcer.said);
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}
