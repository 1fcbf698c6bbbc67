import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const locales = join(import.meta.dirname, 'locales');

/* Large files of screens of which the server writes no word. */
const left = ['account', 'auth-errors', 'desk', 'operator', 'sign-in'];

/* By file; `served.json` has those that only pages of the server have. */
function textsOf(language: string): object {
  const folder = join(locales, language);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .filter((name) => !left.includes(name));
  const parsed = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return Object.fromEntries(names.sort().map((name) => [name, parsed(name)]));
}

/** Writes `texts.en.json` and `texts.ro.json`, from which the server takes the words of its pages. */
export function serverTexts(): Plugin {
  return {
    name: 'server-texts',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle() {
      for (const language of readdirSync(locales))
        this.emitFile({
          type: 'asset',
          fileName: `texts.${language}.json`,
          source: JSON.stringify(textsOf(language)),
        });
    },
  };
}
