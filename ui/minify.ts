import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

/* Scripts of `public/`, which Vite copies as they are. */
const scripts = ['theme.js'];

/** Minifies the scripts that the pages load as they are: the landing page has a size budget. */
export function minifyPublicScripts(): Plugin {
  return {
    name: 'minify-public-scripts',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir = '' }) {
      for (const name of scripts) {
        const file = join(dir, name);
        const { code, errors } = await minify(name, await readFile(file, 'utf8'));
        if (errors.length > 0) throw new Error(`${name} cannot be minified: ${errors[0]?.message}`);
        await writeFile(file, code);
      }
    },
  };
}
