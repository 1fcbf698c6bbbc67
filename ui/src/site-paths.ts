/**
 * The part of `paths.ts` that the landing page needs; small, because that page has a size budget.
 */

/** Pages behind mailed links. */
export const mailPageNames = ['confirm', 'preferences', 'unsubscribe'] as const;
export type MailPageName = (typeof mailPageNames)[number];

/** Returns the mail page at this path, if any. */
export function mailPageOf(pathname: string): MailPageName | undefined {
  return mailPageNames.find((name) => pathname === `/mail/${name}`);
}

/** Pages outside the app, each with a language. */
export const sitePaths = {
  /** Home of the app. */
  app: (lang: string) => `/app?lang=${lang}`,
  /** The questions about a reader, begun with a role. */
  begin: (role: string, lang: string) => `/app?screen=questions&role=${role}&lang=${lang}`,
  /** The campaign archive and its feed. */
  campaigns: (lang: string) => `/campaigns?lang=${lang}`,
  campaignFeed: (lang: string) => `/campaigns.xml?lang=${lang}`,
  articleFeed: (lang: string) => `/feed.xml?lang=${lang}`,
  landing: (lang: string) => `/?lang=${lang}`,
  privacy: (lang: string) => `/privacy?lang=${lang}`,
  terms: (lang: string) => `/terms?lang=${lang}`,
  /** Licenses of the packages that the product contains. */
  licenses: '/licenses.txt',
};
