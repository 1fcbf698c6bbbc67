import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from './browser.mjs';

/*
 * Sets the official texts of acts as PDF files:
 *
 *   npm run act-pdfs -- ACTS.jsonl FOLDER
 *
 * A line of ACTS.jsonl is {"file", "title", "gazette"?, "url", "provisions": [{"label", "text"}]}.
 */

/* Variable fonts, such as the product's, would take 90 kB of each file. */
const style = `
  body { font: 11pt/1.5 'Liberation Serif', serif; }
  h1 { font-size: 18pt; line-height: 1.25; margin: 0 0 4pt; }
  h2 { font-size: 12pt; margin: 18pt 0 4pt; break-after: avoid; }
  p { margin: 0 0 6pt; }
  sup { line-height: 0; }
  aside { border: 0.5pt solid #999; padding: 8pt 10pt; margin: 10pt 0 0; font-size: 9.5pt; }
`;

function escaped(text) {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/* The portal's text is one line: a paragraph begins with "(1)", "a)", "2. După" or "Articolul 22" after a stop. */
function paragraphs(text) {
  const begin =
    /(?<=[.:;…])(?<!\b(?:alin|art|lit|pct|nr)\.)(?:(?<! \d+\.) (?=Articolul \d)| (?=\(\d+(?:\^\d+)?\) |[a-z](?:\^\d+)?\) |\d+\. \p{Lu}|\(la \d\d-))/gu;
  const lines = escaped(text)
    .replace(/ ([,.;])/g, '$1')
    .split(begin);
  return lines.map((line) => `<p>${line.replace(/\^(\d+)/g, '<sup>$1</sup>')}</p>`).join('\n');
}

function html({ title, gazette, url, provisions }) {
  const articles = provisions.map(
    ({ label, text }) => `<h2>${escaped(label)}</h2>\n${paragraphs(text)}`,
  );
  return `<!doctype html><html lang="ro"><head><meta charset="utf-8"><title>${escaped(title)}</title>
    <style>${style}</style></head><body>
    <h1>${escaped(title)}</h1>
    ${gazette ? `<p>${escaped(gazette)}</p>` : ''}
    <aside>Textul articolelor, preluat din Portalul Legislativ: ${escaped(url)}. Titlul complet, preambulul și
    semnăturile sunt pe portal. Fișier pregătit pentru demonstrația Paragraf; valabil este textul din Monitorul
    Oficial al României.</aside>
    ${articles.join('\n')}</body></html>`;
}

const [input, folder] = process.argv.slice(2);
const acts = (await readFile(input, 'utf8'))
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const browser = await launch();
const page = await browser.newPage();
for (const act of acts) {
  await page.setContent(html(act));
  await page.evaluate(() => document.fonts.ready);
  const margin = { top: '22mm', bottom: '22mm', left: '24mm', right: '24mm' };
  await page.pdf({ path: join(folder, act.file), format: 'A4', margin, tagged: true });
}
await browser.close();
