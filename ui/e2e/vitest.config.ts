import { defineConfig } from 'vitest/config';

/* Journeys against a real server: PARAGRAF_URL says where it answers. */
export default defineConfig({
  cacheDir: '../node_modules/.vite-e2e',
  test: {
    root: import.meta.dirname,
    // E2E_ONLY=sign-in runs the files whose names begin so.
    include: [`${process.env.E2E_ONLY ?? ''}*.e2e.ts`],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One browser at a time: the journeys measure times, and the machine may be small.
    fileParallelism: false,
    expect: { poll: { timeout: 15_000 } },
  },
});
