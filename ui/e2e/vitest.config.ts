import { defineConfig } from 'vitest/config';
import { patience } from './patience.ts';

/* Journeys against a real server: PARAGRAF_URL says where it answers. */
export default defineConfig({
  cacheDir: '../node_modules/.vite-e2e',
  test: {
    root: import.meta.dirname,
    // E2E_ONLY=sign-in runs the files whose names begin so.
    include: [`${process.env.E2E_ONLY ?? ''}*.e2e.ts`],
    testTimeout: 5 * patience,
    hookTimeout: patience,
    // One browser at a time: the journeys measure times, and the machine may be small.
    fileParallelism: false,
    expect: { poll: { timeout: patience } },
  },
});
