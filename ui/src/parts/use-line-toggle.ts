import { useTranslation } from 'react-i18next';
import { isLineDone, type Ticked, useLineTick } from '../hooks/done-lines.ts';
import { useAllDone } from '../hooks/done-steps.ts';
import { showToast } from '../ui/toast.ts';

/** Whether a line is ticked off, and the press that changes it; a tick is announced with a way back. */
export function useLineToggle(line: Ticked, what: string): { isDone: boolean; toggle: () => void } {
  const { t } = useTranslation();
  const isDone = isLineDone(line, useAllDone());
  const tick = useLineTick();

  function toggle() {
    tick(line, !isDone);
    if (isDone) return;
    const undo = { label: t(($) => $.dates.undo), run: () => tick(line, false) };
    showToast(
      t(($) => $.dates.ticked, { what }),
      undo,
    );
  }

  return { isDone, toggle };
}
