import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const document = join(import.meta.dirname, '../src/web/openapi.json');
/* What Vite serves itself: the screens, and the files of a bundle. */
const own = ['', 'act', 'app', 'assets', 'auth', 'mail', 'overview', 'topic'];

/** The beginnings of the paths that the development server passes on to Paragraf: those of its API document. */
export function served(): string[] {
  const { paths }: { paths: object } = JSON.parse(readFileSync(document, 'utf8'));
  const first = Object.keys(paths).map((path) => path.split('/')[1] ?? '');
  const passed = new Set(first.filter((segment) => !own.includes(segment)));
  return ['/auth/v1', ...[...passed].map((segment) => `/${segment}`)];
}
