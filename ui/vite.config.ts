import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { minifyPublicScripts } from './minify.ts';
import { prerenderLandingPage, serveLandingPage } from './prerender.ts';
import { served } from './served.ts';
import { serverTexts } from './src/i18n/texts-plugin.ts';
import { serviceWorker } from './src/service-worker/plugin.ts';
import { fakeSession, usesFakeSession } from './src/test/fake-session-plugin.ts';

const api = process.env.PARAGRAF_API ?? 'http://127.0.0.1:8080';

const specs = readdirSync(join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.spec\.tsx?$/.test(path))
  .map((path) => `src/${path}`);
const specsWith = (included: (text: string) => boolean) =>
  specs.filter((path) => included(readFileSync(join(import.meta.dirname, path), 'utf8')));
const signedIn = specsWith(usesFakeSession);
// A mock needs modules that no other file has loaded.
const isolated = specsWith((text) => text.includes('vi.mock('));
const shared = specs.filter((path) => !signedIn.includes(path) && !isolated.includes(path));

/* What the landing page has in common with the app. */
const landingShares = [
  'app-update',
  'own-script',
  'api/(analytics|site|subscribe)',
  'hooks/(preferences|use-consent|use-install-offer)',
  'i18n/(instant|language|language-offer|use-texts)',
  'parts/(consent-banner|install-button|language-switcher|skip-link|subscribe-form|update-notice|use-hover-menu)',
  'ui/(button|field-frame|kept-words|mark|text-field)',
];

export default defineConfig({
  plugins: [
    react(),
    serveLandingPage(),
    prerenderLandingPage(),
    serverTexts(),
    serviceWorker(),
    minifyPublicScripts(),
  ],
  // The Host stays as the browser sent it: the server compares it with the Origin of each sign-in.
  server: {
    proxy: Object.fromEntries(served().map((path) => [path, { target: api, changeOrigin: false }])),
  },
  build: {
    outDir: process.env.PARAGRAF_UI_OUT ?? 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: ['index.html', 'landing.html', 'document.html'],
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        // docs/decisions/0243
        codeSplitting: {
          groups: [
            // One file that changes with React alone, instead of a part of it in each page's.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // Small parts of the landing page and the app, which are large as files of their own.
            {
              name: 'start',
              test: /src[\\/](chunks|consent|durations|install-prompt|site-paths|storage|task)\.ts|preload-helper/,
              priority: 2,
            },
            {
              name: 'icons',
              test: /lucide-react.*[\\/](createLucideIcon|book-open-text|briefcase-business|calendar-clock|key-round|list-filter|plus|sprout|circle-check|circle-exclamation-point)\./,
            },
            // What the landing page shares with the app comes before what only the app's screens share.
            {
              name: 'frame',
              test: new RegExp(`src/(${landingShares.join('|')})[.]tsx?$`),
              priority: 1,
            },
            {
              name: 'parts',
              test: /src[\\/](parts|ui|hooks|api|i18n)[\\/](?!locales)|lucide-react/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
    // The strict policy forbids data: fonts, and an inlined asset could not be cached on its own.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The preload helper keeps the module graph flat; the polyfill would only serve browsers without it.
    modulePreload: { polyfill: false },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // Generous, so that a busy machine does not fail a sound test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      // The files of a worker share jsdom and the loaded modules: loading them takes most of the time.
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
      {
        extends: true,
        plugins: [fakeSession()],
        test: { name: 'signed-in', include: signedIn, isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
});
