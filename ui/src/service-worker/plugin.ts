import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { shellUrl } from './rules.ts';

const name = 'service-worker';
/* Public files that an installed app needs offline. */
const kept = /^(theme\.js|favicon\.svg|manifest(\.ro)?\.webmanifest|icons\/.*\.png)$/;

interface Precached {
  url: string;
  /** `null` where the address itself changes with the content. */
  revision: string | null;
}

function revisionOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Everything the app may load: the entry, its imports, styles and fonts. */
function filesOf(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const waiting = [entry.fileName];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const chunk = bundle[file];
    if (files.has(file) || chunk?.type !== 'chunk') continue;
    files.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const asset of chunk.viteMetadata?.importedAssets ?? []) files.add(asset);
    waiting.push(...chunk.imports, ...chunk.dynamicImports);
  }
  return [...files].sort();
}

function publicFiles(folder: string): Precached[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => kept.test(file))
    .sort()
    .map((file) => ({ url: `/${file}`, revision: revisionOf(readFileSync(join(folder, file))) }));
}

async function compile(root: string, define: Record<string, unknown>): Promise<string> {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': JSON.stringify('production'),
      ...Object.fromEntries(Object.entries(define).map(([key, to]) => [key, JSON.stringify(to)])),
    },
    build: {
      write: false,
      reportCompressedSize: false,
      lib: {
        entry: join(import.meta.dirname, `${name}.ts`),
        formats: ['iife'],
        name: 'serviceWorker',
        fileName: name,
      },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (!first || !('output' in first)) throw new Error('The service worker was not built.');
  return first.output[0].code;
}

/**
 * Builds `/service-worker.js`, one plain script in the bundle's root, with the list of files the
 * app needs offline.
 */
export function serviceWorker(): Plugin {
  let publicDir = '';
  let root = '';
  let wanted = true;
  return {
    name,
    apply: 'build',
    configResolved(config) {
      ({ publicDir, root } = config);
      wanted = !config.build.ssr;
    },
    generateBundle: {
      // After Vite has dropped the chunks that held styles only.
      order: 'post',
      async handler(_options, bundle) {
        if (!wanted) return;
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entries = chunks.filter((chunk) => chunk.isEntry);
        const app = entries.find((chunk) => chunk.facadeModuleId === join(root, 'index.html'));
        if (!app) throw new Error('The bundle has no entry for index.html.');
        const files: Precached[] = filesOf(app, bundle).map((file) => ({
          url: `/${file}`,
          revision: null,
        }));
        files.push(...publicFiles(publicDir));
        const revision = revisionOf(JSON.stringify(files));
        const source = await compile(root, {
          __PRECACHE__: [...files, { url: shellUrl, revision }],
          __ENTRIES__: entries.map((chunk) => `/${chunk.fileName}`),
          __APP_ENTRY__: `/${app.fileName}`,
        });
        this.emitFile({ type: 'asset', fileName: `${name}.js`, source });
      },
    },
  };
}
