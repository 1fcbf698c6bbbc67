import { defineConfig } from 'vitest/config';
import { patience } from './patience.ts';

const journeys = {
  root: import.meta.dirname,
  testTimeout: 5 * patience,
  hookTimeout: patience,
  expect: { poll: { timeout: patience } },
  // The files of a worker share its browser; each has its own server, see server.ts.
  isolate: false,
};
// E2E_ONLY=sign-in runs the files whose names begin so.
const only = process.env.E2E_ONLY ?? '';
const alone = ['landing-budget.e2e.ts'];

/* Journeys in a real browser against the real program. */
export default defineConfig({
  cacheDir: '../node_modules/.vite-e2e',
  test: {
    projects: [
      {
        test: {
          ...journeys,
          name: 'journeys',
          include: [`${only}*.e2e.ts`],
          exclude: alone,
          // docs/decisions/0601
          maxWorkers: Number(process.env.E2E_WORKERS ?? 4),
        },
      },
      {
        // What measures the page must not share the machine: it comes last.
        test: {
          ...journeys,
          name: 'alone',
          include: alone.filter((name) => name.startsWith(only)),
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
