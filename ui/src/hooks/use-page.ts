import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { unreadCount, useSession } from '../api/session.ts';
import type { ScreenName } from '../paths.ts';
import { announcer } from './announcer.ts';

/* The last shown history entry. The first page keeps the browser's own focus. */
let shownKey: string | undefined;

export interface PageLocationState {
  /** The reader opened search, so the heading must not take the focus. */
  focusSearch?: boolean;
  /** The Home address the reader came from, with its filters. */
  home?: string;
  /** The list the reader came from, if not Home. */
  list?: Extract<ScreenName, 'notifications' | 'liked' | 'bookmarks'>;
  /** The search that the reader came from. */
  search?: string;
}

/**
 * Sets the page title and focuses the heading after a route change.
 *
 * Put the returned ref on the one `h1` (with `tabIndex={-1}`). A page that loads first calls this
 * where its heading appears, so that the focus arrives together with the text.
 */
export function usePage(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { t } = useTranslation();
  const location = useLocation();
  const full = t(($) => $.common.page_title, { page: title });
  const unread = unreadCount(useSession());
  const shown = unread > 0 ? t(($) => $.common.page_title_unread, { unread, page: full }) : full;

  useEffect(() => {
    document.title = shown;
  }, [shown]);

  const arrival = useRef({ location, full });
  useEffect(() => {
    const { key, state } = arrival.current.location;
    const moved = shownKey !== undefined && shownKey !== key;
    shownKey = key;
    if (!moved) return;
    announcer.announce(arrival.current.full);
    const wantsSearch = (state as PageLocationState | null)?.focusSearch === true;
    if (!wantsSearch) heading.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    shownKey = location.key;
  }, [location.key]);

  return heading;
}
