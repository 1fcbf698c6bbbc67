import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import { loadPart } from '../../i18n/setup.ts';
import { exampleArticle, exampleEntry } from '../../test/example-article.ts';
import { concerned, exampleReport } from '../../test/example-concerns.ts';
import { exampleFound, exampleHit, nothingFound, serveSearch } from '../../test/example-search.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { SearchScreen } from './search-screen.tsx';

vi.mock('../../api/session.ts', () => import('../../test/fake-session.ts'));

const show = (at: string) => renderApp({ at, element: <SearchScreen /> });

beforeAll(() => loadPart('search'));
beforeEach(() => {
  showSession('signed_out');
  deviceAnswers.erase();
});

const duty = {
  id: 'd112-monthly',
  title: 'Monthly payroll return',
  form: 'D112',
  what: 'You declare the contributions.',
  rule: 'by the 25th',
  next: '2027-01-31',
  file_by: '2027-01-29',
};

describe('search', () => {
  test('lists the duties that the query names, and leads to each among the deadlines', async () => {
    const { next: _, file_by: __, ...undated } = duty;
    const contract = { ...undated, id: 'c168', form: 'C168', rule: 'within 30 days' };
    const also = [{ from: 'airbnb', to: 'închiriere pe termen scurt' }];
    serveSearch({
      ...nothingFound,
      duties: [duty, contract],
      understood: { ...nothingFound.understood, also },
    });
    show('/app?screen=search&q=d112');
    const found = await screen.findByRole('region', { name: 'Deadlines' });
    const [first, second] = within(found).getAllByRole('listitem');
    expect(first).toHaveTextContent(
      /D112 Monthly payroll return.*Due by 31.January 2027\. Day off: file by Friday,? 29.January/,
    );
    expect(second).toHaveTextContent(/Within 30 days/);
    const links = within(found).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/app?screen=deadlines&tab=all&month=2027-01&duty=d112-monthly',
      '/app?screen=deadlines&tab=all&duty=c168',
    ]);
    // There is something, so nothing says that there is nothing.
    expect(screen.getByText(/^2 deadlines · 0 changes$/)).toBeVisible();
    expect(screen.queryByText(/Nothing found/)).toBeNull();
    expect(screen.queryByText(/Check the spelling/)).toBeNull();
    expect(screen.getByText('închiriere pe termen scurt')).toBeVisible();
  });

  test('says by the answers whether each hit concerns the reader, with the reader’s own day', async () => {
    deviceAnswers.set('subject', 'srl');
    const [others, own] = ['2098-01-01', '2099-02-02'];
    const on = (date: string) => exampleEntry({ date, next_date: date });
    const rent = exampleArticle({
      slug: 'rent',
      title: 'Chirii',
      deadlines: [on(others), on(own)],
    });
    const other = { ...exampleHit, article: exampleArticle({ slug: 'other' }) };
    const report = exampleReport({
      duties: { 'd112-monthly': concerned('maybe', '') },
      articles: {
        rent: concerned('yes', '', { entries: { 0: concerned('no', '') } }),
        other: concerned('no', ''),
      },
    });
    serveSearch(
      { ...exampleFound, duties: [duty], hits: [{ ...exampleHit, article: rent }, other] },
      [],
      report,
    );
    show('/app?screen=search&q=chirie');
    const mark = await screen.findByText('Concerns you');
    const card = mark.closest('article');
    expect(card).toHaveTextContent(/2 February 2099/);
    expect(card).not.toHaveTextContent(/2098/);
    expect(screen.getByText('Does not concern you').closest('article')).not.toBe(card);
    const duties = within(screen.getByRole('region', { name: 'Deadlines' }));
    expect(duties.getByText('May concern you')).toBeVisible();
  });

  test('a duty that depends on an event says so beside its day', async () => {
    deviceAnswers.set('subject', 'srl');
    const event = { ro: 'numai dacă plătești', en: 'only if you pay' };
    const report = exampleReport({ duties: { [duty.id]: concerned('yes', '', { event }) } });
    serveSearch({ ...nothingFound, duties: [duty] }, [], report);
    show('/app?screen=search&q=d112');
    await screen.findByText('Concerns you');
    const duties = screen.getByRole('region', { name: 'Deadlines' });
    expect(duties).toHaveTextContent('Only if you pay · Due by');
  });

  test('of several duties, those that concern the reader come first', async () => {
    deviceAnswers.set('subject', 'person');
    const duties = ['letting', 'self-employed', 'rents', 'shares'].map((id) => ({ ...duty, id }));
    const report = exampleReport({
      duties: {
        letting: concerned('no', ''),
        'self-employed': concerned('maybe', ''),
        rents: concerned('yes', ''),
        shares: concerned('maybe', ''),
      },
    });
    serveSearch({ ...nothingFound, duties }, [], report);
    show('/app?screen=search&q=d212');
    await screen.findByText('Concerns you');
    const links = within(screen.getByRole('region', { name: 'Deadlines' })).getAllByRole('link');
    const opened = links.map((link) =>
      new URLSearchParams(link.getAttribute('href') ?? '').get('duty'),
    );
    expect(opened).toEqual(['rents', 'self-employed', 'shares', 'letting']);
  });

  test('hits do not wait for the answers: a verdict has its place until it comes', async () => {
    deviceAnswers.set('subject', 'srl');
    const report = exampleReport({ articles: { rent: concerned('yes', '') } });
    let resolve: (reply: { body: object }) => void = () => {};
    const reply = new Promise<{ body: object }>((answer) => {
      resolve = answer;
    });
    fakeServer({
      '/concerns': () => reply,
      '/topics': { body: [] },
      '/search': { body: exampleFound },
    });
    show('/app?screen=search&q=chirie');
    const card = await screen.findByRole('article');
    const place = within(card).getByText('May concern you');
    expect(place).toHaveAttribute('aria-hidden', 'true');
    resolve({ body: report });
    expect(await within(card).findByText('Concerns you')).not.toHaveAttribute('aria-hidden');
    expect(within(card).queryByText('May concern you')).toBeNull();
  });

  test('without answers no hit has a verdict, and nothing is asked', async () => {
    const asked = serveSearch(exampleFound);
    show('/app?screen=search&q=chirie');
    await screen.findByRole('article');
    expect(screen.queryByText(/concerns? you/i)).toBeNull();
    expect(asked.join()).not.toContain('/concerns');
  });

  test('marks the found words and leads back from an article', async () => {
    serveSearch(exampleFound);
    show('/app?screen=search&q=chirie');
    const card = await screen.findByRole('article');
    expect([...card.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'Chirii',
      'chiria',
    ]);
    expect(within(card).getByText('About this act')).toBeVisible();
    const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)));
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
    expect(within(card).getByRole('link', { name: 'Chirii și taxe' })).toHaveAttribute(
      'href',
      '/app?articleId=rent',
    );
    expect(screen.getByText('2 changes')).toBeVisible();
  });

  test('a choice of a filter is an address, and the chosen one can be removed', async () => {
    serveSearch(exampleFound);
    const user = userEvent.setup();
    const { address } = show('/app?screen=search&q=chirie');
    await user.click(await screen.findByRole('link', { name: 'Laws 1' }));
    expect(address()).toBe('/app?screen=search&q=chirie&act_type=LEGE');
    await user.click(screen.getByRole('checkbox', { name: /^With deadlines ahead/ }));
    expect(address()).toBe('/app?screen=search&q=chirie&act_type=LEGE&duty_ahead=true');
    await user.click(screen.getByRole('link', { name: 'Remove the filter “Laws”' }));
    expect(address()).toBe('/app?screen=search&q=chirie&duty_ahead=true');
  });

  test('a search can be among the articles on changes of one provision', async () => {
    const asked = serveSearch({ ...exampleFound, provision: 'art. 7 of Law no. 31/1990' });
    const { address } = show('/app?screen=search&q=chirie&provision=lege-31-1990:art. 7');
    const chip = await screen.findByRole('link', {
      name: 'Remove the filter “Changes art. 7 of Law no. 31/1990”',
    });
    expect(asked.join()).toContain('provision=lege-31-1990%3Aart.%207');
    await userEvent.click(chip);
    expect(address()).toBe('/app?screen=search&q=chirie');
  });

  test('nothing found: what was read, and other queries', async () => {
    const reference = {
      text: 'oug 13/2025',
      kind: 'act',
      citation: 'GEO no. 13/2025',
      found: false,
    };
    serveSearch({
      ...nothingFound,
      understood: { ...nothingFound.understood, references: [reference], missing: ['oug'] },
      nearest: [{ q: 'GEO no. 12/2025', articles: 2 }],
    });
    show('/app?screen=search&q=oug+13%2F2025');
    expect(await screen.findByText('Nothing found for “oug 13/2025”')).toBeVisible();
    expect(screen.getByText('GEO no. 13/2025')).toBeVisible();
    for (const again of [/We have no article/, /In no article/, /0 changes/, /Searched for/]) {
      expect(screen.queryByText(again)).toBeNull();
    }
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
    expect(screen.getByRole('link', { name: 'All changes' })).toHaveAttribute(
      'href',
      '/app?screen=search',
    );
    expect(screen.getByRole('link', { name: 'GEO no. 12/2025 (2 results)' })).toHaveAttribute(
      'href',
      '/app?screen=search&q=GEO+no.+12%2F2025',
    );
  });

  test('nothing found with filters: how much there is without them', async () => {
    serveSearch({ ...nothingFound, without_filters: 3 });
    show('/app?screen=search&q=chirie&act_type=OUG');
    expect(await screen.findByText('Nothing found with these filters')).toBeVisible();
    expect(screen.queryByText(/0 changes/)).toBeNull();
    expect(screen.getByText('Without filters there are 3 results.')).toBeVisible();
    const clear = screen.getByRole('link', { name: 'Clear the filters' });
    expect(clear).toHaveAttribute('href', '/app?screen=search&q=chirie');
  });

  test('words that nothing has are named, and the rest is found', async () => {
    serveSearch({
      ...exampleFound,
      understood: { ...nothingFound.understood, missing: ['xqzxqz', 'wkwk'] },
    });
    show('/app?screen=search&q=chirie+xqzxqz+wkwk');
    expect(await screen.findByText('In no article: xqzxqz, wkwk')).toBeVisible();
    expect(screen.getByText('2 changes')).toBeVisible();
  });

  test('a tag in another spelling is the chosen one, and the search is followed by its one name', async () => {
    const domain = [
      { value: 'Muncă', articles: 2 },
      { value: 'TVA', articles: 1 },
    ];
    const follow = 'search:domain=munca&q=chirie';
    serveSearch({
      ...exampleFound,
      follow,
      domain: 'Muncă',
      facets: { ...exampleFound.facets, domain },
    });
    const user = userEvent.setup();
    show('/app?screen=search&q=Chirie&domain=MUNCA');
    const choice = await screen.findByRole('link', { name: 'Muncă 2', hidden: true });
    expect(choice).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('link', { name: 'Remove the filter “Muncă”' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Follow this search: chirie, Muncă' }));
    expect(JSON.parse(window.sessionStorage.getItem('paragraf::intent') ?? '')).toEqual([
      { kind: 'follow', id: follow, subject: 'chirie, Muncă' },
    ]);
  });
});
