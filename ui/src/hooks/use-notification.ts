import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { clearNotification } from '../api/notifications.ts';
import { useDwell, useLookedAt } from './use-dwell.ts';
import { useUid, useUnread } from './use-user-data.ts';

function useClearing(slug: string) {
  const client = useQueryClient();
  const uid = useUid();
  const unread = useUnread(slug);
  const [wasSeen, setWasSeen] = useState(false);
  return {
    unread,
    // A notification that was new on arrival stays marked as new until the reader leaves.
    isNew: unread || wasSeen,
    seen: () => {
      if (uid === undefined) return;
      setWasSeen(true);
      void clearNotification(client, uid, slug);
    },
  };
}

/** A card's notification: whether it is new; it clears after being visible. */
export function useNotificationCard(slug: string, card: RefObject<HTMLElement | null>): boolean {
  const { unread, isNew, seen } = useClearing(slug);
  useDwell(card, unread, seen);
  return isNew;
}

/** Clears the notification of an opened article after a moment of reading. */
export function useNotificationArticle(slug: string): boolean {
  const { unread, isNew, seen } = useClearing(slug);
  useLookedAt(unread, seen);
  return isNew;
}
