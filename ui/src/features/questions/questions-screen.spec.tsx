import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import { exampleArticle } from '../../test/example-article.ts';
import { concerned, exampleQuestions, exampleReport } from '../../test/example-concerns.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { arrivedAt, renderApp } from '../../test/render-app.tsx';
import { toasts } from '../../ui/toast.ts';
import { QuestionsScreen } from './questions-screen.tsx';

const duty = (id: string, title: string) => ({ id, title, articles: [] });
const only = { ro: 'numai dacă plătești', en: 'only if you pay' };
const whole = exampleReport({
  duties: {
    payroll: concerned('yes', 'because you have employees'),
    rent: concerned('yes', 'because you pay rent', {
      certain: false,
      verify: { ro: 'x', en: 'the contract' },
      event: only,
    }),
    vat: concerned('maybe', 'one question decides: What do you own?', { missing: ['owns'] }),
    register: concerned('maybe', 'no source says whether', { missing: ['source'] }),
    farm: concerned('no', 'you do not farm'),
  },
  articles: { 'lege-1-2026-exemplu': concerned('yes', 'because you let') },
  dates: [{ date: '2099-12-21', duty: 'payroll', form: 'D112', what: 'payroll return' }],
  next_question: 'owns',
  next_screen: ['owns'],
  not_applicable: ['owns.poles'],
});

let asked: string[];

function serve(reply: Parameters<typeof fakeServer>[0][string] = { body: whole }) {
  asked = fakeServer({
    '/concerns/questions': { body: exampleQuestions },
    '/concerns': reply,
    '/duties': {
      body: [
        duty('payroll', 'Payroll return'),
        duty('rent', 'Tax on rent'),
        duty('vat', 'VAT return'),
        duty('register', 'The register'),
        duty('farm', 'Farm payments'),
      ],
    },
    '/lawchanges': { body: [exampleArticle()] },
  });
}
const show = (place = '') =>
  renderApp({ at: `/app?screen=questions${place}`, element: <QuestionsScreen /> });
const next = () => userEvent.click(screen.getByRole('button', { name: 'Next' }));

beforeEach(() => showSession('signed_out'));

describe('the questions', () => {
  test('begin with the role that the reader came with', async () => {
    deviceAnswers.erase();
    serve();
    const { address } = show('&role=rent');
    await screen.findByRole('heading', { level: 1, name: 'What do you own?' });
    expect(address()).toBe('/app?screen=questions&at=owns');
    expect(screen.getByText('Question 1 of at most 6')).toBeVisible();
    expect(deviceAnswers.get().facts).toEqual({
      situations: { yes: ['lets_property'], unsure: [], open: true },
      subject: 'person',
    });
  });

  test.each([
    ['home', 'owns'],
    ['firm', 'employees'],
  ])('begin with the question about the role %s', async (role, first) => {
    deviceAnswers.erase();
    serve({ body: { ...whole, next_question: 'employees' } });
    const { address } = show(`&role=${role}`);
    await waitFor(() => expect(address()).toBe(`/app?screen=questions&at=${first}`));
  });

  test('that stand on one screen begin with the one that the heading asks', async () => {
    const [first, ...others] = exampleQuestions;
    fakeServer({
      '/concerns': { body: whole },
      '/concerns/questions': { body: [{ ...first, asked_with: 'employees' }, ...others] },
    });
    show('&at=employees');
    await screen.findByRole('heading', { level: 1, name: 'How many employees do you have?' });
    const asked = screen.getAllByRole('group').map((group) => group.querySelector('legend'));
    const names = asked.flatMap((legend) => legend?.textContent ?? []);
    expect(names.slice(0, 2)).toEqual([
      'How many employees do you have?',
      'Who is this profile for?',
    ]);
  });

  test('with an open answer are asked with it chosen; what stays unticked is then a no', async () => {
    deviceAnswers.erase();
    deviceAnswers.set('owns', { yes: ['home'], unsure: [], open: true });
    serve({ body: { ...whole, next_question: null } });
    show('&at=owns');
    expect(await screen.findByRole('checkbox', { name: 'A home' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'None of these' })).not.toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: /Show my list|Next/ }));
    expect(deviceAnswers.get().facts.owns).toEqual(['home']);
  });

  test('ask one after the other, as the server chooses, and save each answer at once', async () => {
    serve();
    const { address } = show();
    await screen.findByRole('heading', { level: 1, name: 'Who is this profile for?' });
    expect(screen.getByText('Question 1 of at most 6')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'A company' }));
    await userEvent.click(
      within(screen.getByRole('group', { name: 'Is it also a farm?' })).getByRole('radio', {
        name: 'No',
      }),
    );
    expect(deviceAnswers.get().facts).toEqual({ subject: 'srl', farms: false });
    expect(await screen.findByText('2 duties concern you, maybe 2 more')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await arrivedAt('What do you own?');
    expect(address()).toBe('/app?screen=questions&at=owns');
    expect(screen.getByText('Question 2 of at most 6')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: 'Poles' })).toBeNull();
    expect(asked.join()).not.toContain('srl');
  });

  test('of two questions, the one that was left out is named and can be answered', async () => {
    serve();
    show('&at=subject');
    await screen.findByRole('heading', { level: 1, name: 'Who is this profile for?' });
    await userEvent.click(screen.getByRole('radio', { name: 'A company' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show my list' }));
    await waitFor(() => expect(toasts.current()?.text).toBe('You left out: Is it also a farm?'));
    act(() => toasts.current()?.action?.run());
    await arrivedAt('Is it also a farm?');
  });

  test('an empty answer is refused, and "none of these" is an answer', async () => {
    serve();
    show('&at=owns');
    await screen.findByRole('heading', { level: 1, name: 'What do you own?' });
    await userEvent.click(screen.getByRole('button', { name: 'Show my list' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Choose an answer, or skip the question.');
    expect(screen.getByRole('checkbox', { name: 'A home' })).toHaveFocus();
    await userEvent.click(screen.getByRole('checkbox', { name: 'None of these' }));
    expect(deviceAnswers.get().facts).toEqual({ owns: [] });
    await userEvent.click(screen.getByRole('checkbox', { name: 'A car' }));
    expect(screen.getByRole('checkbox', { name: 'None of these' })).not.toBeChecked();
    await userEvent.click(screen.getByText('Not sure about some of these?'));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Not sure: A home' }));
    expect(deviceAnswers.get().facts).toEqual({ owns: { yes: ['car'], unsure: ['home'] } });
    await userEvent.click(screen.getByRole('checkbox', { name: 'I don’t know' }));
    expect(deviceAnswers.get().facts).toEqual({ owns: { unsure: true } });
  });

  test('a number is a band, or the number itself', async () => {
    serve();
    show('&at=employees');
    await userEvent.click(await screen.findByRole('radio', { name: '1–2' }));
    expect(deviceAnswers.get().facts).toEqual({ employees: { from: 1, to: 2 } });
    const field = screen.getByRole('textbox', { name: 'Or write the number (employees)' });
    await userEvent.type(field, '1,200');
    expect(deviceAnswers.get().facts).toEqual({ employees: 1200 });
    expect(screen.getByRole('radio', { name: '1–2' })).not.toBeChecked();
    await userEvent.type(field, 'x');
    expect(field).toBeInvalid();
    expect(deviceAnswers.get().facts).toEqual({});
  });

  test('a question about health is answered with consent only, and can be skipped', async () => {
    serve();
    const { address } = show('&at=disability');
    const consent = await screen.findByRole('checkbox', { name: /^I agree/ });
    expect(screen.queryByRole('checkbox', { name: 'A child' })).toBeNull();
    await userEvent.click(consent);
    await userEvent.click(screen.getByRole('checkbox', { name: 'A child' }));
    expect(deviceAnswers.get().facts).toEqual({ disability: ['child'] });
    await userEvent.click(consent);
    expect(deviceAnswers.get().facts).toEqual({});
    await userEvent.click(screen.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(address()).toBe('/app?screen=questions&at=list'));
    expect(deviceAnswers.get().skipped).toEqual(['disability']);
  });

  test('the last button leads to the list when no question decides anything', async () => {
    serve({ body: { ...whole, next_question: null } });
    const { address } = show();
    await userEvent.click(await screen.findByRole('radio', { name: 'Myself' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show my list' }));
    await waitFor(() => expect(address()).toBe('/app?screen=questions&at=list'));
  });

  test('without an answer of the server the question stays, with a retry', async () => {
    serve({ status: 422, body: { code: 'invalid' } });
    show();
    await userEvent.click(await screen.findByRole('radio', { name: 'Myself' }));
    await next();
    // The answer of the choice fails before that of the next question.
    await waitFor(() => expect(screen.getByText('Your list could not be prepared')).toBeVisible());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible());
  });
});

describe('the list', () => {
  test('has dates, reasons, what decides a maybe, what was left out, and the answers', async () => {
    deviceAnswers.set('subject', 'srl');
    deviceAnswers.set('employees', { from: 3 });
    serve();
    show('&at=list');
    await screen.findByRole('heading', { level: 1, name: '2 duties concern you, maybe 2 more' });
    const region = (name: string) => within(screen.getByRole('region', { name }));
    await screen.findByRole('region', { name: 'By when' });
    expect(region('By when').getByText('Payroll return')).toBeVisible();
    expect(region('By when').getByText('D112')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue with the questions' })).toHaveAttribute(
      'href',
      '/app?screen=questions&at=owns',
    );
    const mine = region('Concerns you');
    expect(mine.getByText('Concerns you, because you have employees.')).toBeVisible();
    expect(
      mine.getByText(
        'Concerns you, as far as we know, because you pay rent. To verify: the contract. Only if you pay.',
      ),
    ).toBeVisible();
    expect(region('Changes that concern you').getByRole('link')).toHaveAttribute(
      'href',
      '/app?articleId=lege-1-2026-exemplu',
    );
    const maybe = region('May concern you');
    expect(maybe.getByRole('link', { name: 'What do you own?' })).toHaveAttribute(
      'href',
      '/app?screen=questions&at=owns',
    );
    await userEvent.click(maybe.getByText('1 thing that no question decides'));
    expect(await maybe.findByText('No source says whether.')).toBeVisible();
    await userEvent.click(screen.getByText('1 duty left out. See why.'));
    expect(await screen.findByText('Does not concern you: you do not farm.')).toBeVisible();
    const answers = region('Your answers');
    expect(answers.getByText('A company')).toBeVisible();
    expect(answers.getByText('3 or more employees')).toBeVisible();
    await userEvent.click(answers.getByRole('button', { name: 'Erase my answers' }));
    await userEvent.click(answers.getByRole('button', { name: 'Erase' }));
    expect(deviceAnswers.get().facts).toEqual({});
    expect(await screen.findByText('You have not answered any question yet.')).toBeVisible();
    expect(sent.filter(({ path }) => path === '/concerns')).toHaveLength(1);
  });
});
