import { signInTimes } from '../../sign-in-times.ts';
import type { FlowEvent, Step } from './model.ts';
import type { FieldErrors, Page, PageOf, Progress } from './pages.ts';

/** The same page with field errors; the focus moves to the first of them. */
export function withErrors(page: Page, errors: FieldErrors): Step {
  const { infoBar: _, ...rest } = page;
  return { page: { ...rest, errors, attempt: (page.attempt ?? 0) + 1 } as Page };
}

/** The same page with a message in its info bar. */
export function withInfoBar(page: Page, infoBar: string): Step {
  return { page: { ...page, infoBar } as Page };
}

/* Reported by the provider's window, and useless to the user. */
const silent = new Set([
  'popup_closed_by_user',
  'cancelled_popup_request',
  'credential_already_in_use',
]);

/** Shows a problem in the info bar, unless the user caused it deliberately. */
export function withProblem(page: Page, code: string): Step {
  return silent.has(code) ? { page } : withInfoBar(page, code);
}

const passing = new Set([
  'network_request_failed',
  'timeout',
  'too_many_tries',
  'unavailable',
  'internal',
  'unknown',
]);

/** Whether a retry of the same request may succeed. */
export function mayPass(code: string): boolean {
  return passing.has(code);
}

/** The same page without the traces of the last attempt. */
export function cleared<Id extends Page['id']>(page: PageOf<Id>): PageOf<Id> {
  const { infoBar: _, errors: __, ...rest } = page;
  return rest as PageOf<Id>;
}

/** Shows for a moment what was done, then goes on. */
export function pausing(page: Page, text: Progress['text']): Step {
  return {
    page: { ...page, dialog: { text, done: true } } as Page,
    request: { kind: 'wait', ms: signInTimes.done },
  };
}

export function isPress(event: FlowEvent, ...buttons: string[]): boolean {
  return event.type === 'press' && buttons.includes(event.button);
}
