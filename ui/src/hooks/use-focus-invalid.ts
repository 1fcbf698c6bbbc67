import { type RefObject, useEffect } from 'react';
import type { TaskState } from './use-task.ts';

/** Focuses the first invalid field after a refusal, so that its error is announced. */
export function useFocusInvalid(form: RefObject<HTMLElement | null>, state: TaskState): void {
  useEffect(() => {
    if (state.phase === 'failed')
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [form, state]);
}
