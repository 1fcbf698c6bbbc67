import { useSyncExternalStore } from 'react';
import { announcer } from '../hooks/announcer.ts';

/** Announces page changes to screen readers. */
export function RouteAnnouncer() {
  const message = useSyncExternalStore(announcer.subscribe, announcer.message);
  return (
    <p className="visually-hidden" aria-live="polite">
      {message}
    </p>
  );
}
