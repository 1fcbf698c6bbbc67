import { describe, expect, test } from 'vitest';
import { sources } from '../test/sources.ts';
import { languages } from './language.ts';
import { texts as appEn } from './locales/en/index.ts';
import { texts as landingEn } from './locales/en/landing-page.ts';
import { texts as appRo } from './locales/ro/index.ts';
import { texts as landingRo } from './locales/ro/landing-page.ts';

const en = { ...appEn, ...landingEn };
const ro = { ...appRo, ...landingRo };

type Tree = { [key: string]: string | Tree };
const plural = /_(zero|one|two|few|many|other)$/;

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix ? `${prefix}.${key}` : key;
    if (typeof value === 'string') flat.set(path, value);
    else for (const [inner, text] of flatten(value, path)) flat.set(inner, text);
  }
  return flat;
}

const all = { en: flatten(en), ro: flatten(ro) };
const bases = (keys: Map<string, string>) =>
  [...new Set([...keys.keys()].map((key) => key.replace(plural, '')))].sort();
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map(([whole]) => whole).sort();

describe('locales', () => {
  test('both languages have the same texts', () => {
    expect(bases(all.ro)).toEqual(bases(all.en));
  });

  test.each(languages)('%s has every plural form of its language', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const keys = [...all[language].keys()].filter((key) => plural.test(key));
    for (const base of new Set(keys.map((key) => key.replace(plural, '')))) {
      const has = keys.filter((key) => key.replace(plural, '') === base);
      expect(has.sort(), base).toEqual(forms.map((form) => `${base}_${form}`).sort());
    }
  });

  test('a text has the same placeholders in both languages', () => {
    for (const [key, text] of all.en) {
      const other = all.ro.get(key);
      if (other !== undefined) expect(placeholders(other), key).toEqual(placeholders(text));
    }
    for (const [key, text] of all.ro) {
      if (!key.endsWith('_few')) continue;
      expect(placeholders(text), key).toEqual(
        placeholders(all.ro.get(key.replace('_few', '_other')) ?? ''),
      );
    }
  });

  test('Romanian uses ș and ț with a comma below', () => {
    for (const { path, text } of sources('.json', '.ts', '.tsx')) {
      if (!path.endsWith('locales.spec.ts')) expect(text, path).not.toMatch(/[ŞşŢţ]/);
    }
  });

  test('the texts that the specification fixes', () => {
    const { home, article, pages } = en;
    expect(home.server_issue).toBe(
      'The law changes could not be loaded from the database. Please try again later.',
    );
    expect(article.link_copied).toBe('Link copied to clipboard!');
    expect(article.link_not_copied).toBe('Failed to copy link. Please copy the URL manually.');
    expect(article.report_issue).toBe('Report Issue');
    expect(article.track_law).toBe('Track Law');
    expect(article.steps).toBe('Implementation Steps');
    expect(pages.notifications.none).toBe('No notifications');
    expect(pages.chat.title).toBe('Meet the assistant');
    expect(pages.chat.soon).toBe('Coming soon');
    expect(en.common.importance.level_0).toBe('Unknown Impact');
    expect(en.common.error.title).toBe('Unexpected Application Error!');
    expect(ro.article.share_title).toBe('Modificare Lege');
  });
});
