import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hearMarks } from '../api/mark-channel.ts';
import { showCounts, showMark } from '../api/marks.ts';
import { countNotifications, receiveNotifications } from '../api/notifications.ts';
import { setNotificationCount, useSession } from '../api/session.ts';
import { minute } from '../durations.ts';
import { useUid, useUserData, useUserPart } from '../hooks/use-user-data.ts';
import { logFailure } from '../log.ts';

/* A page hidden for this long stops the stream. */
const hiddenFor = minute;

/* Follows notifications while the page may be seen; one stream per tab. */
function useNotificationStream(uid: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (uid === undefined) return undefined;
    let open: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function listen(reader: string) {
      if (open) return;
      const current = new AbortController();
      open = current;
      try {
        const { followNotifications } = await import('../api/notification-stream.ts');
        const receive = (articles: string[]) => receiveNotifications(client, reader, articles);
        await followNotifications(reader, receive, current.signal);
      } catch (error) {
        logFailure('The notifications cannot be followed.', error);
      }
    }
    function stop() {
      open?.abort();
      open = undefined;
    }
    function watch() {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') timer = setTimeout(stop, hiddenFor);
      else if (uid !== undefined) void listen(uid);
    }

    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', watch);
      stop();
    };
  }, [client, uid]);
}

/* Shows what the reader marks in another tab. */
function useOtherTabs(uid: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (uid === undefined) return undefined;
    return hearMarks(({ uid: marker, mark, answer }) => {
      if (marker !== uid) return;
      showMark(client, uid, mark, answer.on);
      showCounts(client, mark, answer);
      void client.invalidateQueries({ queryKey: ['reader', uid] });
    });
  }, [client, uid]);
}

/** Loads the reader's data, counts notifications, and drops the data at sign-out. */
export function useReader(): void {
  const client = useQueryClient();
  const { status } = useSession();
  const uid = useUid();
  const { data: count } = useUserPart(countNotifications);
  const { error } = useUserData();

  useEffect(() => {
    if (count !== undefined) setNotificationCount(count);
  }, [count]);

  useEffect(() => {
    if (error) logFailure('The reader’s data could not be loaded.', error);
  }, [error]);

  useEffect(() => {
    if (status === 'signed_out') client.removeQueries({ queryKey: ['reader'] });
  }, [client, status]);

  useNotificationStream(uid);
  useOtherTabs(uid);
}
