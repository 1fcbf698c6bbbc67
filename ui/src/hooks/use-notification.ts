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
    // What was new when the reader came to it stays so until he leaves.
    isNew: unread || wasSeen,
    seen: () => {
      if (uid === undefined) return;
      setWasSeen(true);
      void clearNotification(client, uid, slug);
    },
  };
}

/** A card as a notification: whether it is new; it is cleared once it was looked at. */
export function useNotificationCard(slug: string, card: RefObject<HTMLElement | null>): boolean {
  const { unread, isNew, seen } = useClearing(slug);
  useDwell(card, unread, seen);
  return isNew;
}

/** An article that was opened as a notification: reading it for a moment clears it. */
export function useNotificationArticle(slug: string): boolean {
  const { unread, isNew, seen } = useClearing(slug);
  useLookedAt(unread, seen);
  return isNew;
}
