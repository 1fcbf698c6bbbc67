import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
test('hold', { timeout: 3_600_000 }, async () => {
  const e = process.env;
  writeFileSync('/tmp/reader-hold.env', ['PARAGRAF_STAGE', 'PARAGRAF_URL', 'PARAGRAF_BIN', 'PARAGRAF_DATA', 'CHROMIUM_BIN'].map((k) => `export ${k}=${e[k]}\n`).join(''));
  while (existsSync('/tmp/reader-hold.env')) await new Promise((r) => setTimeout(r, 1000));
});
