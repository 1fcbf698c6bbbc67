import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '..');
const real = join(source, 'api/session.ts');
const fake = join(source, 'test/fake-session.ts');

/** Whether a test imports the fake session, directly or with the example of Home. */
export const usesFakeSession = (text: string) => text.includes('/fake-session.ts');

/**
 * Replaces `api/session.ts` by `test/fake-session.ts` for a whole project of tests.
 *
 * A `vi.mock` in each file would need an own process for it: modules that earlier files have loaded
 * hold the session they were loaded with.
 */
export function fakeSession(): Plugin {
  return {
    name: 'fake-session',
    enforce: 'pre',
    resolveId(id, importer) {
      const found = importer && id.startsWith('.') ? resolve(dirname(importer), id) : id;
      return found === real ? fake : undefined;
    },
  };
}
