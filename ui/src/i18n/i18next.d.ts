import 'i18next';
import type { texts as account } from './locales/en/account-texts.ts';
import type { texts as act } from './locales/en/act-texts.ts';
import type { texts as deadlines } from './locales/en/deadlines-texts.ts';
import type { texts as desk } from './locales/en/desk-texts.ts';
import type { texts as figures } from './locales/en/figures-texts.ts';
import type { texts as app } from './locales/en/index.ts';
import type { texts as landing } from './locales/en/landing-page.ts';
import type { texts as mail } from './locales/en/mail-texts.ts';
import type { texts as operator } from './locales/en/operator-texts.ts';
import type { texts as overview } from './locales/en/overview-texts.ts';
import type { texts as questions } from './locales/en/questions-texts.ts';
import type { texts as search } from './locales/en/search-texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: 'translation';
    resources: {
      translation: typeof app &
        typeof account &
        typeof act &
        typeof overview &
        typeof deadlines &
        typeof desk &
        typeof figures &
        typeof landing &
        typeof mail &
        typeof operator &
        typeof questions &
        typeof search;
    };
  }
}
