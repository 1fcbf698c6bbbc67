import type { FieldErrors, Happening, Page, PageOf, Step } from './model.ts';

/** The same page with errors under its fields; the focus goes to the first of them. */
export function withErrors(page: Page, errors: FieldErrors): Step {
  const { infoBar: _, ...rest } = page;
  return { page: { ...rest, errors, attempt: (page.attempt ?? 0) + 1 } as Page };
}

/** The same page with a message in its info bar. */
export function withInfoBar(page: Page, infoBar: string): Step {
  return { page: { ...page, infoBar } as Page };
}

/* Said by the provider's window, and of no use to the person in front of it. */
const silent = new Set([
  'popup_closed_by_user',
  'cancelled_popup_request',
  'credential_already_in_use',
]);

/** Shows a problem in the info bar, unless it is one that people cause knowingly. */
export function saidOrSilent(page: Page, code: string): Step {
  return silent.has(code) ? { page } : withInfoBar(page, code);
}

/** The same page without what the last attempt left on it. */
export function cleared<Id extends Page['id']>(page: PageOf<Id>): PageOf<Id> {
  const { infoBar: _, errors: __, ...rest } = page;
  return rest as PageOf<Id>;
}

export function isDeed(happening: Happening, ...deeds: string[]): boolean {
  return happening.type === 'deed' && deeds.includes(happening.deed);
}
