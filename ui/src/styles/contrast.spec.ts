import { describe, expect, test } from 'vitest';
import { sources } from '../test/sources.ts';

const css = sources('styles/tokens.css')[0]?.text ?? '';

function tokens(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

const light = tokens(':root');
const themes: Record<string, Record<string, string>> = {
  light,
  dark: { ...light, ...tokens("[data-theme='dark']") },
};

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const surfaces = ['page', 'surface', 'surface-sunk'];
const levels = [0, 1, 2, 3, 4, 5];
const textPairs = [
  ...surfaces.flatMap((on) => ['text', 'text-muted', 'action'].map((text) => [text, on])),
  ...levels.map((level) => [`importance-${level}`, `importance-${level}-tint`]),
  ...levels.map((level) => [`importance-${level}`, 'surface']),
  ['importance-2-tint', 'importance-2'],
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['action', 'action-tint'],
  ['text', 'action-tint'],
  ['text', 'selection'],
  ['page', 'text'],
  ['page', 'danger'],
  ['success', 'success-tint'],
  ['text', 'success-tint'],
  ['danger', 'danger-tint'],
];
const controlPairs = surfaces.flatMap((on) =>
  ['control-border', 'focus'].map((edge) => [edge, on]),
);

describe.each(Object.entries(themes))('contrast in the %s theme', (_, theme) => {
  const ratio = (a = '', b = '') => {
    const [x, y] = [theme[a], theme[b]];
    if (!x || !y) throw new Error(`tokens.css has no colour ${x ? b : a}`);
    return contrast(x, y);
  };

  test.each(textPairs)('text %s on %s is at least 4.5', (text, surface) => {
    expect(ratio(text, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(controlPairs)('the edge %s on %s is at least 3', (edge, surface) => {
    expect(ratio(edge, surface)).toBeGreaterThanOrEqual(3);
  });
});

test('readers without scripts get the same dark theme', () => {
  const other = sources('styles/dark-without-script.css')[0]?.text ?? '';
  const declarations = (text: string, selector: string) => {
    const block =
      text
        .slice(text.indexOf(`${selector} {`))
        .split('{')[1]
        ?.split('}')[0] ?? '';
    return block.split(';').map((line) => line.trim());
  };
  const dark = declarations(css, "[data-theme='dark']");
  expect(dark.length).toBeGreaterThan(30);
  expect(declarations(other, ':root:not([data-theme])')).toEqual(dark);
});
