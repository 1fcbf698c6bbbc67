import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const languages = ['en', 'ro'] as const;
type Language = (typeof languages)[number];

const template = 'landing.html';
const root = '<div id="root"></div>';

type Prerender = (language: Language) => Promise<string>;

/* The same build for Node, thrown away after use. Its class names are those of the browser's. */
async function withPrerender(use: (prerender: Prerender) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paragraf-prerender-'));
  try {
    await build({
      logLevel: 'warn',
      build: { ssr: 'src/landing-prerender.tsx', outDir: folder, emptyOutDir: false },
      ssr: { noExternal: true },
    });
    const made = await import(pathToFileURL(join(folder, 'landing-prerender.js')).href);
    await use(made.prerender);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(module));
  if (!found) throw new Error(`The bundle has no chunk of ${module}.`);
  return found;
}

/* The texts come side by side with the code that asks for them, not after it. */
function textFiles(bundle: Rolldown.OutputBundle, language: Language): string[] {
  const texts = chunkOf(bundle, `/locales/${language}/landing-page.ts`);
  return [texts.fileName, ...texts.imports];
}

/* The prerendered page is painted before the code that brings these styles. */
function styleFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk) => {
    for (const file of chunk.imports) {
      const imported = bundle[file];
      if (imported?.type === 'chunk' && !chunks.has(imported)) add(imported);
    }
    chunks.add(chunk);
  };
  add(chunkOf(bundle, '/landing-app.tsx'));
  return [...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
}

function links(bundle: Rolldown.OutputBundle, language: Language, html: string): string {
  const styles = styleFiles(bundle).map((file) => ['stylesheet', file]);
  const texts = textFiles(bundle, language).map((file) => ['modulepreload', file]);
  return [...styles, ...texts]
    .filter(([, file]) => !html.includes(`/${file}`))
    .map(([rel, file]) => `<link rel="${rel}" crossorigin href="/${file}">\n`)
    .join('');
}

/** Writes `landing.en.html` and `landing.ro.html`, complete pages, in place of `landing.html`. */
export function prerenderLandingPage(): Plugin {
  return {
    name: 'prerender-landing-page',
    enforce: 'post',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle[template];
        if (page?.type !== 'asset') throw new Error(`The bundle has no ${template}.`);
        const html = String(page.source);
        if (!html.includes(root)) throw new Error(`${template} has no ${root}.`);
        delete bundle[template];
        await withPrerender(async (prerender) => {
          for (const language of languages) {
            const content = await prerender(language);
            this.emitFile({
              type: 'asset',
              fileName: `landing.${language}.html`,
              source: html
                .replace('<html lang="en"', `<html lang="${language}"`)
                .replace('</head>', `${links(bundle, language, html)}</head>`)
                .replace(root, () => `<div id="root">${content}</div>`),
            });
          }
        });
      },
    },
  };
}

/** In development `/` is the landing page too; everything else is the app. */
export function serveLandingPage(): Plugin {
  return {
    name: 'serve-landing-page',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        if (request.url && /^\/(\?|$)/.test(request.url))
          request.url = `/${template}${request.url.slice(1)}`;
        next();
      });
    },
  };
}
