import { type RefObject, useEffect } from 'react';
import type { TaskState } from './use-task.ts';

/** After a refusal that concerns a field, the focus is in that field, where the reason is heard. */
export function useFocusInvalid(form: RefObject<HTMLElement | null>, state: TaskState): void {
  useEffect(() => {
    if (state.phase === 'failed')
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [form, state]);
}
