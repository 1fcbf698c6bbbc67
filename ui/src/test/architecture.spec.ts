import { dirname, join } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { sources } from './sources.ts';

/* Allowed imports: a file may import from its own layer and from those listed. */
const allowed: Record<string, string[]> = {
  leaf: ['service-worker'],
  'service-worker': [],
  ui: ['leaf'],
  i18n: ['leaf'],
  api: ['leaf'],
  hooks: ['leaf', 'ui', 'i18n', 'api'],
  parts: ['leaf', 'ui', 'i18n', 'api', 'hooks'],
  features: ['leaf', 'ui', 'i18n', 'api', 'hooks', 'parts'],
  layouts: ['leaf', 'ui', 'i18n', 'api', 'hooks', 'parts'],
  top: ['leaf', 'ui', 'i18n', 'api', 'hooks', 'parts', 'features', 'layouts', 'styles'],
};
const leaves = [
  'app-update.ts',
  'browser.ts',
  'chunks.ts',
  'consent.ts',
  'durations.ts',
  'figure-filters.ts',
  'install-prompt.ts',
  'log.ts',
  'own-script.ts',
  'paths.ts',
  'save-file.ts',
  'sign-in-times.ts',
  'site-paths.ts',
  'storage.ts',
  'task.ts',
];

function layerOf(path: string): string {
  if (leaves.includes(path)) return 'leaf';
  const [first = '', second] = path.split('/');
  return second === undefined ? 'top' : first;
}

const files = sources('.ts', '.tsx').filter(
  ({ path }) => !path.startsWith('test/') && !path.includes('.spec.'),
);
const imports = files.flatMap(({ path, text }) =>
  [...text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, target = '']) => ({
    path,
    target: join(dirname(path), target),
  })),
);

describe('architecture', () => {
  test('layers import only what lies below them', () => {
    const wrong = imports.filter(({ path, target }) => {
      const [from, to] = [layerOf(path), layerOf(target)];
      return from !== to && !allowed[from]?.includes(to);
    });
    expect(wrong).toEqual([]);
  });

  test('features never import each other', () => {
    const feature = (path: string) =>
      path.startsWith('features/') ? path.split('/')[1] : undefined;
    const wrong = imports.filter(({ path, target }) => {
      const [from, to] = [feature(path), feature(target)];
      return from !== undefined && to !== undefined && from !== to;
    });
    expect(wrong).toEqual([]);
  });

  test('ui knows nothing of router, queries and texts', () => {
    const wrong = files.filter(
      ({ path, text }) =>
        path.startsWith('ui/') && /from '(react-router|@tanstack|i18next|react-i18next)/.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('an address is spelled in paths.ts and site-paths.ts only', () => {
    const wrong = files.filter(
      ({ path, text }) =>
        ![
          'paths.ts',
          'site-paths.ts',
          'routes.tsx',
          'layouts/side-nav.tsx',
          'api/types.gen.ts',
        ].includes(path) &&
        !path.startsWith('service-worker/') &&
        /['"`]\/(app|mail|campaigns|fetch-pdf|privacy|terms)\b/.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('texts that load with one screen are used on that screen only', () => {
    const wrong = files.filter(({ path, text }) =>
      ['act', 'deadlines', 'desk', 'operator', 'overview', 'questions', 'search'].some(
        (screen) => !path.startsWith(`features/${screen}/`) && text.includes(`$.${screen}.`),
      ),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('a file is one topic: at most 300 lines', () => {
    const long = sources('.ts', '.tsx', '.css').filter(
      ({ path, text }) => !path.endsWith('types.gen.ts') && text.split('\n').length > 300,
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test('a colour is spelled in tokens.css only', () => {
    const coloured = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i;
    const exempt = ['styles/tokens.css', 'styles/dark-without-script.css', 'styles/print.css'];
    const wrong = sources('.css')
      .filter(({ path }) => !exempt.includes(path))
      .filter(({ text }) => coloured.test(text.replace(/mask-image:[^;]*;/g, '')));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('no inline styles and no raw HTML', () => {
    const wrong = files.filter(({ text }) => /style=\{|dangerouslySetInnerHTML/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
