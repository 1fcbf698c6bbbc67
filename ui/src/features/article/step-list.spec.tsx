import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AudienceRole, Step } from '../../api/types.ts';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import { useDoneSteps } from '../../hooks/done-steps.ts';
import { groupSteps } from '../../hooks/step-groups.ts';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { StepList } from './step-list.tsx';

const step = (id: string, roles: AudienceRole[] = [], date?: string): Step => ({
  id,
  text: `Pasul **${id}**.`,
  roles,
  ...(date && { date }),
});
const steps = [
  step('a', ['landlord']),
  step('b', ['tenant'], '2026-12-31'),
  step('c', ['landlord'], '2026-11-01'),
  step('d'),
];

function Shown({ of, hasStep }: { of: Step[]; hasStep?: (id: string) => boolean }) {
  const done = useDoneSteps('lege-1');
  const own = hasStep && { hasStep };
  return <StepList slug="lege-1" steps={of} lang="ro" today="2026-11-22" done={done} {...own} />;
}

describe('the steps', () => {
  beforeEach(() => {
    window.localStorage.setItem('paragraf::done', '{}');
    showSession('signed_out');
  });

  test('are grouped by role, the reader’s first', () => {
    const ids = (groups: ReturnType<typeof groupSteps>) =>
      groups.map((group) => group.steps.map(({ id }) => id).join(''));
    expect(ids(groupSteps(steps, []))).toEqual(['d', 'ac', 'b']);
    expect(ids(groupSteps(steps, ['tenant']))).toEqual(['b', 'd', 'ac']);
    expect(
      ids(groupSteps([step('x', ['company', 'farmer']), step('y', ['farmer', 'company'])], [])),
    ).toEqual(['xy']);
  });

  test('are numbered throughout, each with the same number for every reader', () => {
    renderApp({ element: <Shown of={steps} /> });
    const lines = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(lines.map((line) => line?.slice(0, 10))).toEqual([
      '1.Pasul d.',
      '2.Pasul a.',
      '3.Pasul c.',
      '4.Pasul b.',
    ]);
    const numbers = groupSteps(steps, ['tenant']).flatMap((group) => group.steps);
    expect(numbers.map(({ id, number }) => `${number}${id}`)).toEqual(['4b', '1d', '2a', '3c']);
  });

  test.each([
    { who: 'others', facts: 'person', words: '1 step that is not yours: Companies' },
    { who: 'no company, which the reader has', facts: 'srl', words: '1 step that is not yours' },
  ])('that are not the reader’s fold away under the names of $who', ({ facts, words }) => {
    deviceAnswers.set('subject', facts);
    const of = [step('a'), step('b', ['company'])];
    renderApp({ element: <Shown of={of} hasStep={(id) => id === 'a'} /> });
    expect(screen.getByText(words)).toBeVisible();
    deviceAnswers.set('subject', undefined);
  });

  test('are a checklist with its count, kept on the device', async () => {
    const user = userEvent.setup();
    const first = renderApp({ element: <Shown of={steps} /> });
    const list = within(screen.getByRole('list', { name: 'You rent out property' }));
    expect(screen.getByText('0 of 2')).toBeVisible();
    const box = list.getByRole('checkbox', { name: 'Pasul a.' });
    await user.click(box);
    expect(box).toBeChecked();
    expect(screen.getByText('1 of 2')).toBeVisible();
    expect(screen.getByText('Your ticks stay on this device.')).toBeVisible();
    first.unmount();
    // A new revision with another text and the same id.
    renderApp({ element: <Shown of={[{ ...step('a'), text: 'Altfel spus.' }]} /> });
    expect(screen.getByRole('checkbox', { name: 'Altfel spus.' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Altfel spus.' }));
    expect(window.localStorage.getItem('paragraf::done')).toBe('{}');
  });

  test('a step names its own day, and a missed one is called so until it is done', async () => {
    const user = userEvent.setup();
    renderApp({ element: <Shown of={steps} /> });
    const described = (name: string) => screen.getByRole('checkbox', { name });
    expect(described('Pasul b.')).toHaveAccessibleDescription(/^by\s31\sDecember 2026$/);
    expect(described('Pasul c.')).toHaveAccessibleDescription(/^deadline missed:\s1\sNov/);
    await user.click(described('Pasul c.'));
    expect(described('Pasul c.')).toHaveAccessibleDescription(/^by\s1\sNovember 2026$/);
  });

  test('of a reader are kept in the account, and none on the device', async () => {
    let done: Record<string, string[]> = { 'lege-1': ['c'] };
    fakeServer({
      '/users/user-data/uid1': () => ({ body: exampleUserData({ done_steps: done }) }),
      '/users/done-steps': (_, { body }) => {
        done = { 'lege-1': body.done ? ['c', 'a'] : ['c'] };
        return { body: { done_steps: done } };
      },
    });
    showSession({});
    const user = userEvent.setup();
    renderApp({ element: <Shown of={steps} /> });
    const box = (name: string) => screen.getByRole('checkbox', { name });
    await waitFor(() => expect(box('Pasul c.')).toBeChecked());
    expect(screen.getByText('Your ticks are kept in your account.')).toBeVisible();
    for (const wanted of [true, false]) {
      await user.click(box('Pasul a.'));
      const posts = sent.filter(({ method }) => method === 'POST');
      expect(posts.at(-1)?.body).toEqual({
        userId: 'uid1',
        done: wanted,
        steps: { 'lege-1': ['a'] },
      });
      await waitFor(() => expect(sent.at(-1)?.method).toBe('GET'));
      expect(box('Pasul a.')).toHaveProperty('checked', wanted);
    }
    expect(window.localStorage.getItem('paragraf::done')).toBe('{}');
  });

  test('a tick that the account refuses is taken back', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    fakeServer({
      '/users/user-data/uid1': { body: exampleUserData() },
      '/users/done-steps': { status: 503, body: { code: 'unavailable' } },
    });
    showSession({});
    const user = userEvent.setup();
    renderApp({ element: <Shown of={steps} /> });
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.click(screen.getByRole('checkbox', { name: 'Pasul a.' }));
    await waitFor(() => expect(warned).toHaveBeenCalled());
    expect(screen.getByRole('checkbox', { name: 'Pasul a.' })).not.toBeChecked();
  });
});
