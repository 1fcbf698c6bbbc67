import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceSteps } from '../../hooks/device-steps.ts';
import { concerned, exampleReport } from '../../test/example-concerns.ts';
import { old, rent, work } from '../../test/example-home.tsx';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { MySteps } from './my-steps.tsx';

vi.mock('../../api/session.ts', () => import('../../test/fake-session.ts'));

const step = (id: string) => ({ id, text: `Take **${id}**.`, roles: [] });
const steps = ['a', 'b', 'c', 'd'].map(step);

function serve(user = {}) {
  const article = (of: object) => ({ body: [{ ...of, steps }] });
  fakeServer({
    '/users/user-data/uid1': { body: exampleUserData(user) },
    '/lawchanges/rent': article(rent),
    '/lawchanges/work': article(work),
    '/lawchanges/old': article(old),
  });
}

const open = (report = exampleReport({})) =>
  renderApp({ element: <MySteps report={report} articles={[rent, work, old]} /> });
const unfold = async () => {
  await userEvent.click(await screen.findByRole('heading', { name: 'My steps' }));
  const items = within(await screen.findByRole('list')).getAllByRole('listitem');
  return items.map((item) => item.textContent);
};

describe('my steps', () => {
  beforeEach(() => {
    deviceSteps.remove(deviceSteps.get());
    showSession('signed_out');
  });

  test('a visitor finds what was begun on the device, with its next step', async () => {
    serve();
    deviceSteps.set('rent', 'a', true);
    deviceSteps.set('d112-monthly', 'due-2026-12-21-0', true);
    deviceSteps.set('gone', 'a', true);
    open();
    // Folded away, it asks for nothing.
    await screen.findByRole('heading', { name: 'My steps' });
    expect(sent.filter(({ path }) => path.startsWith('/lawchanges'))).toEqual([]);
    expect(await unfold()).toEqual([`1 of 4done: 1 of 4${rent.title}Take b.`]);
    expect(screen.getByRole('link')).toHaveAttribute('href', '/app?articleId=rent#step-b');
  });

  test('an account also finds what it tracks, saved and likes; not what is done or another’s', async () => {
    showSession({});
    serve({
      done_steps: { work: ['a', 'b', 'c', 'd'], old: ['due-2026-12-21-0'] },
      bookmarks: ['rent'],
      liked_law_changes: ['old'],
    });
    const own = concerned('yes', '');
    const steps = { c: concerned('no', ''), d: concerned('no', '') };
    open(exampleReport({ articles: { rent: { ...own, steps }, old: concerned('no', '') } }));
    expect(await unfold()).toEqual([`0 of 2done: 0 of 2${rent.title}Take a.`]);
  });

  test('has no place without anything begun or kept, and says when all is done', async () => {
    serve();
    const { unmount } = open();
    expect(screen.queryByRole('heading')).toBeNull();
    unmount();
    for (const { id } of steps) deviceSteps.set('rent', id, true);
    open();
    await userEvent.click(await screen.findByRole('heading', { name: 'My steps' }));
    expect(await screen.findByText('You have ticked off every step you began.')).toBeVisible();
  });
});
