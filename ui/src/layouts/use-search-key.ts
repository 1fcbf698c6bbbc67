import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import type { PageLocationState } from '../hooks/use-page.ts';
import { readSearch, screenOf } from '../paths.ts';

const state: PageLocationState = { focusSearch: true };

/* A key that is typed into a field, or that belongs to a dialog, is no shortcut. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  );
}

/** Opens the search field when `/` is pressed. */
export function useSearchKey(): void {
  const navigate = useNavigate();
  const to = useAppPaths();
  const [params] = useSearchParams();
  const open = useEffectEvent((event: KeyboardEvent) => {
    const plain = !(event.metaKey || event.ctrlKey || event.altKey);
    if (event.key !== '/' || !plain || event.defaultPrevented || isElsewhere(event.target)) return;
    event.preventDefault();
    const searching = screenOf(params) === 'search';
    navigate(to.search(searching ? readSearch(params) : {}), { state, replace: searching });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => open(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
