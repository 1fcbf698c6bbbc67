import 'i18next';
import type { texts } from './locales/en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: 'translation';
    resources: { translation: typeof texts };
  }
}
