// Pictures of the screens: npm run shots -- FOLDER [screen …]
// Landing page, Home and Article, wide and narrow, light and dark, in English and Romanian.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from './browser.mjs';

const base = (process.env.PARAGRAF_URL ?? 'http://127.0.0.1:8080').replace(/\/$/, '');
const [folder = 'shots', ...only] = process.argv.slice(2);
const sizes = [
  [1440, 1000],
  [390, 844],
];
const themes = ['light', 'dark'];
const languages = ['en', 'ro'];

const answer = await fetch(`${base}/lawchanges?limit=1`);
const [newest] = await answer.json();
const screens = {
  landing: '/',
  home: '/app',
  article: `/app?articleId=${encodeURIComponent(newest.slug)}`,
  auth: '/app?screen=auth',
  notifications: '/app?screen=notifications',
  chat: '/app?screen=chat',
  about: '/app?screen=about',
  options: '/app?screen=options',
  coverage: '/app?screen=coverage',
};
const wanted = only.length > 0 ? only : ['landing', 'home', 'article'];

await mkdir(folder, { recursive: true });
const browser = await launch();
try {
  for (const theme of themes) {
    for (const language of languages) {
      for (const [width, height] of sizes) {
        const context = await browser.newContext({
          viewport: { width, height },
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
          hasTouch: width < 768,
        });
        await context.addInitScript(
          ([chosenTheme, chosenLanguage]) => {
            localStorage.setItem('theme', chosenTheme);
            localStorage.setItem('language', chosenLanguage);
            // The question covers what the picture is of.
            localStorage.setItem('analytics-consent', 'rejected');
          },
          [theme, language],
        );
        const page = await context.newPage();
        for (const screen of wanted) {
          await page.goto(base + screens[screen], { waitUntil: 'load' });
          await page.locator('#content h1').waitFor();
          await page.locator('[role=status]:has-text("Loading")').waitFor({ state: 'detached' });
          await page.evaluate(() => document.fonts.ready);
          const name = `${screen}-${width}-${theme}-${language}.png`;
          await page.screenshot({ path: join(folder, name) });
        }
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
}
