import { useQueryClient } from '@tanstack/react-query';
import { fulfil, toggleMark } from '../api/marks.ts';
import type { Mark } from '../api/reader.ts';
import { useAccountGate } from './use-account-gate.ts';
import { useMarked } from './use-user-data.ts';

/** A mark's state (like, bookmark, follow, track) and its toggle. */
export function useMark(mark: Mark): { on: boolean | undefined; press: () => void } {
  const client = useQueryClient();
  const gate = useAccountGate();
  const on = useMarked(mark);
  return {
    on,
    press: () =>
      gate(({ uid }) => {
        // A mark of which nothing is known yet looks unset, so that a press wants it set.
        void (on === undefined ? fulfil(client, uid, mark) : toggleMark(client, uid, mark));
      }, mark),
  };
}
