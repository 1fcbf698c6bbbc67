import { useQueryClient } from '@tanstack/react-query';
import { fulfil, toggleMark } from '../api/marks.ts';
import { isMarked } from '../api/pending-marks.ts';
import type { Mark } from '../api/reader.ts';
import { readerQueries } from '../api/reader-queries.ts';
import { useAccountGate } from './use-account-gate.ts';
import { useMarkReport } from './use-mark-report.ts';
import { useMarked } from './use-user-data.ts';

/**
 * A mark's state (like, bookmark, follow, track) and its toggle.
 *
 * `onSaved` gets the new state, when the server has it. A visitor signs in first; the
 * page says that it is to follow `subject`.
 */
export function useMark(
  mark: Mark,
  onSaved?: (on: boolean) => void,
  subject?: string,
): { on: boolean | undefined; press: () => void } {
  const client = useQueryClient();
  const gate = useAccountGate();
  const report = useMarkReport();
  const on = useMarked(mark);

  async function change(uid: string) {
    // A mark of which nothing is known yet looks unset, so that a press wants it set.
    const done = on === undefined ? fulfil(client, uid, mark) : toggleMark(client, uid, mark);
    const outcome = await report(done);
    const data = client.getQueryData(readerQueries.userData(uid).queryKey);
    if (outcome === 'saved' && data) onSaved?.(isMarked(data, mark));
  }
  const intended = { ...mark, ...(subject !== undefined && { subject }) };
  return { on, press: () => gate(({ uid }) => void change(uid), intended) };
}
