import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import { deviceSteps } from '../../hooks/device-steps.ts';
import { exampleArticle, exampleEntry } from '../../test/example-article.ts';
import {
  concerned,
  exampleQuestion,
  exampleQuestions,
  exampleReport,
} from '../../test/example-concerns.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ArticleScreen } from './article-screen.tsx';
import { Verdict } from './verdict.tsx';

const slug = 'lege-1-2026-exemplu';
const article = exampleArticle({
  steps: [
    { id: 'mine', text: 'Depune contractul.', roles: ['landlord'] },
    { id: 'theirs', text: 'Reține impozitul.', roles: ['company'] },
  ],
  deadlines: [
    exampleEntry({
      kind: 'starts',
      date: '2099-01-01',
      next_date: '2099-01-01',
      what: 'se aplică',
    }),
    exampleEntry({
      id: `${slug}.2`,
      date: '2099-02-02',
      next_date: '2099-02-02',
      what: 'reține',
      who: 'firmele',
    }),
    exampleEntry({ id: `${slug}.3`, date: '2099-03-03', next_date: '2099-03-03', what: 'declară' }),
  ],
});
type Concern = ReturnType<typeof concerned>;

function serve(...concerns: Concern[]) {
  let at = 0;
  return fakeServer({
    [`/lawchanges/${slug}`]: { body: [article] },
    '/concerns/questions': { body: exampleQuestions },
    '/concerns': () => {
      const concern = concerns[Math.min(at, concerns.length - 1)] as Concern;
      at += 1;
      return { body: exampleReport({ articles: { [slug]: concern } }) };
    },
  });
}
const show = () => renderApp({ element: <ArticleScreen slug={slug} /> });
const strip = () => screen.findByRole('region', { name: 'Does it concern you?' });
const no = { answer: 'no' as const, certain: true, missing: [] };

beforeEach(() => showSession('signed_out'));

describe('the verdict above an article', () => {
  test('without answers it leads to the questions, and nothing is asked', async () => {
    const asked = serve(concerned('yes', ''));
    show();
    const link = await screen.findByRole('link', { name: /^See if it concerns you/ });
    expect(link).toHaveAttribute('href', '/app?screen=questions');
    expect(asked.filter((address) => address.includes('concerns'))).toEqual([]);
  });

  test('a yes has its reason, the reader’s date and the steps of others folded', async () => {
    deviceAnswers.set('subject', 'person');
    const entries = { 1: no };
    serve(concerned('yes', 'because you let to a person', { steps: { theirs: no }, entries }));
    show();
    expect(
      await within(await strip()).findByText('Concerns you, because you let to a person.'),
    ).toBeVisible();
    const short = within(screen.getByRole('region', { name: 'In short' }));
    expect(short.getByText('declară')).toBeVisible();
    const tools = within(screen.getByRole('group', { name: 'What you can do with this article' }));
    await userEvent.click(tools.getByRole('button', { name: 'Calendar: 3 March 2099' }));
    // Others have a day here: there is no file of all days.
    const items = await screen.findAllByRole('menuitem');
    const files = items.map((item) => item.getAttribute('href'));
    expect(files).toHaveLength(3);
    expect(files[0]).toBe(`/deadlines/${slug}.3.ics?lang=en`);
    await userEvent.keyboard('{Escape}');
    expect(screen.getAllByText('Depune contractul.')).not.toEqual([]);
    expect(screen.queryByText('Reține impozitul.')).toBeNull();
    await userEvent.click(screen.getByText('1 step that is not yours: Companies'));
    expect(await screen.findByText('Reține impozitul.')).toBeVisible();
    await userEvent.click(screen.getByText('1 date that is not yours: firmele'));
    expect(await screen.findByText('reține')).toBeVisible();
  });

  test('a yes leads to the next step of the reader, whose box it focuses; to follow is in the menu', async () => {
    deviceAnswers.set('subject', 'person');
    const steps = { theirs: no };
    serve(concerned('yes', 'because you let to a person', { steps }));
    show();
    await within(await strip()).findByText(/^Concerns you/);
    const tools = within(screen.getByRole('group', { name: 'What you can do with this article' }));
    const button = tools.getByRole('button', { name: 'First step' });
    expect(button).toHaveClass('primary');
    expect(tools.queryByRole('button', { name: /^Follow/ })).toBeNull();
    await userEvent.click(button);
    const box = screen.getByRole('checkbox', { name: 'Depune contractul.' });
    expect(box).toHaveFocus();
    // The last step is done: to follow is what is left.
    await userEvent.click(box);
    expect(tools.queryByRole('button', { name: /step/i })).toBeNull();
    expect(tools.getByRole('button', { name: /^Follow/ })).toHaveClass('primary');
    deviceSteps.remove(deviceSteps.get());
  });

  test('a no names its reason, offers no calendar and leads to the answers', async () => {
    deviceAnswers.set('subject', 'person');
    serve(concerned('no', 'you let to a person, so no firm withholds the tax'));
    show();
    const no = within(await strip());
    expect(
      await no.findByText(
        'Does not concern you: you let to a person, so no firm withholds the tax.',
      ),
    ).toBeVisible();
    expect(no.getByRole('link', { name: 'Change the answers' })).toBeVisible();
    const short = within(screen.getByRole('region', { name: 'In short' }));
    expect(short.getByText('It is not on your list.')).toBeVisible();
    expect(short.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Calendar/ })).toBeNull();
    // Nothing is to be done: no primary button, and the importance without its colour.
    expect(document.querySelector('.primary')).toBeNull();
    const tools = within(screen.getByRole('group', { name: 'What you can do with this article' }));
    expect(tools.getByRole('button', { name: /^Follow/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /Important/ })).toHaveClass('cool');
  });

  test('a maybe is answered in place, and the focus stays on it', async () => {
    deviceAnswers.set('subject', 'person');
    serve(
      concerned('maybe', 'one question decides: Is it also a farm?', {
        missing: ['farms'],
        unless: { ro: 'x', en: 'except those who farm for themselves' },
      }),
      concerned('yes', 'because you farm'),
    );
    show();
    const maybe = within(await strip());
    expect(await maybe.findByText('One question decides: Is it also a farm?')).toBeVisible();
    const answers = within(await maybe.findByRole('group', { name: 'Is it also a farm?' }));
    // Before the answers, the exception would read as one.
    const exception = maybe.getByText('Except those who farm for themselves.');
    const yes = answers.getByRole('button', { name: 'Yes' });
    expect(yes.compareDocumentPosition(exception)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.click(yes);
    expect(await maybe.findByText('Concerns you, because you farm.')).toBeVisible();
    await waitFor(async () => expect(await strip()).toHaveFocus());
    expect(deviceAnswers.get().facts).toEqual({ subject: 'person', farms: true });
    expect(sent.filter(({ path }) => path === '/concerns')).toHaveLength(2);
  });

  test.each([
    [concerned('yes', 'because you have staff', { profile: 1 }), 'By the profile “My firm”.'],
    [concerned('maybe', 'one question decides', { profile: 1 }), 'By the profile “My firm”.'],
    [
      concerned('no', 'you have no staff', { profile: 0 }),
      /^The reason is that of the profile “Me”;/,
    ],
  ])('of several profiles, it names the one that decided: %j', (concern, words) => {
    const named = (name: string) => ({ id: name, name, facts: {}, skipped: [] });
    const state = {
      isBehind: false,
      isAwaited: false,
      failed: false,
      offline: false,
      retry: () => {},
    };
    const profiles = [named('Me'), named('My firm')];
    const concerns = { ...state, answered: true, report: exampleReport(), profiles };
    serve(concern);
    renderApp({ element: <Verdict concerns={concerns} concern={concern} /> });
    expect(screen.getByText(words)).toBeVisible();
  });

  test('it is busy until the server has answered or failed', async () => {
    deviceAnswers.set('subject', 'person');
    let fail = () => {};
    fakeServer({
      [`/lawchanges/${slug}`]: { body: [article] },
      '/concerns': () =>
        new Promise((resolve) => {
          fail = () => resolve({ status: 400, body: { code: 'invalid' } });
        }),
    });
    show();
    const verdict = await strip();
    expect(verdict).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/concerns'));
    fail();
    expect(
      await within(verdict).findByText('We could not check whether it concerns you.'),
    ).toBeVisible();
    expect(verdict).toHaveAttribute('aria-busy', 'false');
  });

  test('a number is asked with the threshold that decides alone, and stays open for all else', async () => {
    deviceAnswers.set('subject', 'srl');
    const [below, above] = [{ from: 0, to: 400_000 }, { from: 400_000.01 }];
    const turnover = exampleQuestion({
      id: 'turnover',
      type: 'number',
      money: true,
      bands: [below, { from: 400_000.01, to: 500_000 }, { from: 500_000.01 }],
    });
    const bands = { turnover: [below, above] };
    fakeServer({
      [`/lawchanges/${slug}`]: { body: [article] },
      '/concerns/questions': { body: [turnover] },
      '/concerns': {
        body: exampleReport({
          articles: { [slug]: concerned('maybe', '', { missing: ['turnover'], bands }) },
        }),
      },
    });
    show();
    const answers = within(await screen.findByRole('group', { name: 'turnover?' }));
    const labels = answers.getAllByRole('button').map((button) => button.textContent);
    expect(labels).toEqual(['at most 400,000 lei', 'over 400,000 lei', 'I don’t know']);
    await userEvent.click(answers.getByRole('button', { name: 'over 400,000 lei' }));
    expect(deviceAnswers.get().facts.turnover).toEqual({ ...above, open: true });
    await userEvent.click(answers.getByRole('button', { name: 'at most 400,000 lei' }));
    expect(deviceAnswers.get().facts.turnover).toEqual(below);
  });

  test('a longer question opens, and comes back to the article', async () => {
    deviceAnswers.set('subject', 'srl');
    serve(concerned('maybe', 'one question decides', { missing: ['employees:exact'] }));
    show();
    const link = await screen.findByRole('link', { name: 'Answer the question' });
    expect(link).toHaveAttribute('href', '/app?screen=questions&at=employees');
  });
});
