import type { Language } from './language.ts';

const manifests: Record<Language, string> = {
  en: '/manifest.webmanifest',
  ro: '/manifest.ro.webmanifest',
};

/** Marks the page's language, and names the manifest of the installed app in it. */
export function setDocumentLanguage(language: Language): void {
  document.documentElement.lang = language;
  const link = document.querySelector('link[rel="manifest"]');
  link?.setAttribute('href', manifests[language]);
}
