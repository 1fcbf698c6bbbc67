// Draws the icons of the installed app from public/favicon.svg: npm run icons
// Run it after the mark has changed; the pictures are kept in public/icons.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from './browser.mjs';

const publicFolder = join(import.meta.dirname, '../public');
const mark = await readFile(join(publicFolder, 'favicon.svg'), 'utf8');
// Systems that cut the icon to a shape of their own get the colour up to the edge, and the sign
// stays inside the circle of 80 % that none of them cuts.
const bled = mark.replace(/ rx="[\d.]+"/, '');
const safe = bled
  .replace('viewBox="0 0 32 32"', 'viewBox="-2 -2 36 36"')
  .replace('<rect width="32" height="32"', '<rect x="-2" y="-2" width="36" height="36"');
const pictures = [
  ['icon-192.png', 192, mark],
  ['icon-512.png', 512, mark],
  ['maskable-512.png', 512, safe],
  ['apple-touch-icon.png', 180, bled],
];

const browser = await launch();
try {
  for (const [name, size, svg] of pictures) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`,
    );
    await page.screenshot({ path: join(publicFolder, 'icons', name), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
