import { useQueryClient } from '@tanstack/react-query';
import { setMark } from '../api/marks.ts';
import type { UserData } from '../api/reader.ts';
import { deviceInterests, useDeviceInterests } from './device-interests.ts';
import { useMarkReport } from './use-mark-report.ts';
import { useUid, useUserPart } from './use-user-data.ts';

const followed = (data: UserData) => data.topics_followed;

/** The topics a reader follows, or a visitor has chosen on this device, and how to change them. */
export function useInterests() {
  const client = useQueryClient();
  const uid = useUid();
  const report = useMarkReport();
  const kept = useDeviceInterests();
  const { data: topics } = useUserPart(followed);

  return {
    /** Newest first; `undefined` until the reader's data has loaded. */
    topics: uid === undefined ? kept : topics,
    /** Adds or removes topics: at once on the screen. */
    choose(ids: string[], on: boolean): void {
      if (uid !== undefined) {
        for (const id of ids) void report(setMark(client, uid, { kind: 'follow', id }, on));
        return;
      }
      const rest = deviceInterests.get().filter((id) => !ids.includes(id));
      deviceInterests.set(on ? [...ids, ...rest] : rest);
    },
  };
}
