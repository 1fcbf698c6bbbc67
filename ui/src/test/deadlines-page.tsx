import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { DeadlinesScreen } from '../features/deadlines/deadlines-screen.tsx';
import { deviceAnswers } from '../hooks/device-answers.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { exampleDuty } from './example-deadlines.ts';
import { exampleUserData } from './example-user-data.ts';
import { fakeServer } from './fake-server.ts';
import { showSession } from './fake-session.ts';
import { renderApp } from './render-app.tsx';

/** A visitor without answers on 22 November 2026. Call it in `beforeEach`. */
export function freshDeadlines(): void {
  showSession('signed_out');
  deviceAnswers.erase();
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z'), toFake: ['Date'] });
}

export function serveDeadlines(
  deadlines: unknown[],
  duties: unknown[] = [exampleDuty],
  follows: string[] = [],
) {
  return fakeServer({
    '/users/user-data/uid1': { body: exampleUserData({ topics_followed: follows }) },
    '/deadlines': { body: deadlines },
    '/duties': { body: duties },
    '/deadlines/holidays': { body: [{ date: '2026-12-01' }, { date: '2026-12-25' }] },
    '/topics': { body: [{ id: 'munca', name: { ro: 'Muncă', en: 'Employment' }, articles: 1 }] },
  });
}

export const december = '/app?screen=deadlines&month=2026-12';

/** Opens the page; without an address, December 2026. */
export function openDeadlines(address = december) {
  return renderApp({
    at: address,
    element: (
      <>
        <DeadlinesScreen />
        <ToastRegion />
      </>
    ),
  });
}

/** The button of a day with this name. */
export const dayLabel = (name: string | RegExp) => screen.findByRole('button', { name });

/** The text of an element with plain spaces. */
export const spaced = (element: Element | null) =>
  (element?.textContent ?? '').replaceAll('\u00a0', ' ');
