/** The part of `paths.ts` that the landing page knows too; small, for that page is weighed. */

/** The pages that mails lead to. */
export const mailPageNames = ['confirm', 'preferences', 'unsubscribe'] as const;
export type MailPageName = (typeof mailPageNames)[number];

/** Which page of a mail is at this path, if any. */
export function mailPageOf(pathname: string): MailPageName | undefined {
  return mailPageNames.find((name) => pathname === `/mail/${name}`);
}

/** Pages outside of the app, each in a language. */
export const sitePaths = {
  /** Home of the app. */
  app: (lang: string) => `/app?lang=${lang}`,
  /** What has been sent to everybody, and the same as a feed. */
  campaigns: (lang: string) => `/campaigns?lang=${lang}`,
  campaignFeed: (lang: string) => `/campaigns.xml?lang=${lang}`,
  articleFeed: (lang: string) => `/feed.xml?lang=${lang}`,
  landing: (lang: string) => `/?lang=${lang}`,
  privacy: (lang: string) => `/privacy?lang=${lang}`,
  terms: (lang: string) => `/terms?lang=${lang}`,
};
