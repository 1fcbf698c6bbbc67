import { useTranslation } from 'react-i18next';
import {
  followStateTopicsFollowedMaxContains,
  followStateTopicsFollowedMaxItems,
} from '../api/limits.gen.ts';
import type { MarkOutcome } from '../api/pending-marks.ts';
import { showToast } from '../ui/toast.ts';

/**
 * Returns a function that waits for a change and says why it was not made, if the reader can do
 * something about it. Other failures are logged and reverted without a message.
 */
export function useMarkReport(): (done: Promise<MarkOutcome>) => Promise<MarkOutcome> {
  const { t } = useTranslation();
  return async (done) => {
    const outcome = await done;
    if (outcome === 'not_loaded') showToast(t(($) => $.reader.marks_not_loaded));
    if (outcome === 'too_many_follows') {
      const limits = {
        follows: followStateTopicsFollowedMaxItems,
        searches: followStateTopicsFollowedMaxContains,
      };
      showToast(t(($) => $.reader.follow.full, limits));
    }
    return outcome;
  };
}
