import { describe, expect, test } from 'vitest';
import { readFigures } from './figure-filters.ts';
import { paths, readFilters, readSearch, screenOf } from './paths.ts';
import { mailPageOf, sitePaths } from './site-paths.ts';

const params = (search: string) => new URLSearchParams(search);

describe('paths', () => {
  test('addresses of the app', () => {
    expect(paths.home()).toBe('/app');
    expect(paths.home({ importance: 5, topic: 'munca' }, 'ro')).toBe(
      '/app?importance=5&topic=munca&lang=ro',
    );
    expect(paths.search({ q: 'salariu minim', year: 2026, duty_ahead: true }, 'ro')).toBe(
      '/app?screen=search&q=salariu+minim&year=2026&duty_ahead=true&lang=ro',
    );
    expect(paths.article('lege-1')).toBe('/app?articleId=lege-1');
    expect(paths.desk()).toBe('/app?screen=desk');
    expect(paths.desk('lege-1', 'ro')).toBe('/app?screen=desk&draft=lege-1&lang=ro');
    expect(paths.operator()).toBe('/app?screen=operator');
    expect(paths.operator('mails', 'ro')).toBe('/app?screen=operator&part=mails&lang=ro');
    expect(paths.questions()).toBe('/app?screen=questions');
    expect(paths.begin('rent', 'ro')).toBe('/app?screen=questions&role=rent&lang=ro');
    expect(paths.questions('vat', 'ro')).toBe('/app?screen=questions&at=vat&lang=ro');
    expect(paths.figures()).toBe('/app?screen=figures');
    expect(paths.figures({ on: '2025-08-31', topic: 'munca' }, 'ro')).toBe(
      '/app?screen=figures&on=2025-08-31&topic=munca&lang=ro',
    );
    expect(paths.figureTable('2025-08-31', 'ro')).toBe('/figures.csv?lang=ro&on=2025-08-31');
    expect(readFigures(params('on=2025-08-31&topic=munca'))).toEqual({
      on: '2025-08-31',
      topic: 'munca',
    });
    expect(readFigures(params('on=2025-13-31&topic='))).toEqual({});
    expect(paths.screen('auth', 'ro')).toBe('/app?screen=auth&lang=ro');
    expect(paths.sharedArticle('https://example.org', 'lege-1', 'en')).toBe(
      'https://example.org/app?articleId=lege-1',
    );
    expect(paths.sharedArticle('https://example.org', 'lege-1', 'ro')).toBe(
      'https://example.org/app?articleId=lege-1&lang=ro',
    );
    expect(paths.fetchPdf('https://example.org/a b.pdf?x=1', 'ro')).toBe(
      '/fetch-pdf?url=https%3A%2F%2Fexample.org%2Fa%20b.pdf%3Fx%3D1&lang=ro',
    );
  });

  test('the pages that mails lead to', () => {
    expect(paths.mail('preferences', 'a-b_C')).toBe('/mail/preferences?token=a-b_C');
    expect(paths.mail('confirm', 'a', 'ro')).toBe('/mail/confirm?token=a&lang=ro');
    expect(sitePaths.app('ro')).toBe(paths.home({}, 'ro'));
    expect(mailPageOf('/mail/unsubscribe')).toBe('unsubscribe');
    expect(mailPageOf('/mail/else')).toBeUndefined();
    expect(mailPageOf('/app')).toBeUndefined();
    expect(paths.campaigns('ro')).toBe('/campaigns?lang=ro');
    expect(paths.campaignFeed('en')).toBe('/campaigns.xml?lang=en');
    expect(paths.licenses).toBe('/licenses.txt');
  });

  test('a mailed link opens the Auth screen with its parameters', () => {
    expect(paths.authLink('?mode=resetPassword&oobCode=a-b_c&lang=ro&articleId=x')).toBe(
      '/app?mode=resetPassword&oobCode=a-b_c&lang=ro&screen=auth',
    );
  });

  test('a legal page of ours is read in the language on the screen', () => {
    const origin = 'https://example.org';
    expect(paths.legal('/terms', 'ro', origin)).toBe('/terms?lang=ro');
    expect(paths.legal(`${origin}/privacy`, 'en', origin)).toBe('/privacy?lang=en');
    expect(paths.legal('https://other.example/terms', 'ro', origin)).toBe(
      'https://other.example/terms',
    );
  });

  test.each([
    ['/app', true],
    ['/app?screen=about', true],
    ['/apple', false],
    ['//app', false],
    ['https://evil.example/app', false],
    ['/app?x=\\evil', false],
  ])('whether %s is an address of the app: %s', (path, expected) => {
    expect(paths.isOfApp(path)).toBe(expected);
  });

  test.each([
    ['', 'home'],
    ['screen=about', 'about'],
    ['screen=nonsense', 'home'],
    ['articleId=a', 'article'],
    ['articleId=a&screen=auth', 'article'],
    ['articleId=', 'home'],
    ['screen=search', 'search'],
    ['q=tva', 'search'],
    ['q=tva&articleId=a', 'article'],
    ['q=%20', 'home'],
  ])('%s shows %s', (search, screen) => {
    expect(screenOf(params(search))).toBe(screen);
  });

  test.each([
    ['importance=5&topic=munca', { importance: 5, topic: 'munca' }],
    ['importance=9', {}],
    ['importance=2.5', {}],
    ['', {}],
  ])('filters of %s', (search, filters) => {
    expect(readFilters(params(search))).toEqual(filters);
  });

  test.each([
    [
      'q=tva&act_type=OUG&year=2025&duty_ahead=true&importance=5',
      { q: 'tva', act_type: 'OUG', year: 2025, duty_ahead: true, importance: 5 },
    ],
    ['provision=lege-1-2025%3Aart.+7', { provision: 'lege-1-2025:art. 7' }],
    ['q=%20&year=x&duty_ahead=1&importance=9', {}],
  ])('a search of %s', (search, filters) => {
    expect(readSearch(params(search))).toEqual(filters);
  });
});
