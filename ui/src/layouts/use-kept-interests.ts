import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fulfil } from '../api/marks.ts';
import { readerQueries } from '../api/reader-queries.ts';
import { deviceInterests } from '../hooks/device-interests.ts';
import { useUid } from '../hooks/use-user-data.ts';

/** Follows the topics that the reader chose on this device before signing in. */
export function useKeptInterests(): void {
  const client = useQueryClient();
  const uid = useUid();
  useEffect(() => {
    const kept = deviceInterests.get();
    if (uid === undefined || kept.length === 0) return;
    const { queryKey } = readerQueries.userData(uid);
    const follow = kept.map((id) => fulfil(client, uid, { kind: 'follow', id }));
    void Promise.all(follow).then(() => {
      const followed = client.getQueryData(queryKey)?.topics_followed ?? [];
      // A topic that the server has not accepted is tried again on the next visit.
      deviceInterests.set(deviceInterests.get().filter((id) => !followed.includes(id)));
    });
  }, [client, uid]);
}
