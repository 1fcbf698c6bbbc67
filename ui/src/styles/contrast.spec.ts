import { describe, expect, test } from 'vitest';
import { type CssRule, cssRules } from '../test/css-rules.ts';
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
const inherited = ['text', 'text-muted'];
const token = (value: string | undefined) => /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1];
const isColour = (name: string | undefined): name is string => name !== undefined && name in light;

/** The class (or element) that a selector paints, without its states: `.chip:hover` is `.chip`. */
function painted({ path, selector }: CssRule): string[] {
  return selector.split(',').map((one) => {
    const last =
      one
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? '';
    return `${path} ${last.replace(/(?<!:):(?!:)[\w-]+(\([^)]*\))?|\[[^\]]*\]/g, '')}`;
  });
}

/**
 * The pairs of text and background colours in the style sheets.
 *
 * A rule may name both. A text colour alone is paired with the backgrounds of its class, else with
 * every surface; a background alone with the text colours of its class, else the inherited ones.
 */
function pairsOf(rules: CssRule[]): Array<[string, string]> {
  // An element without content is a shape; no text stands on it.
  const written = rules.filter(({ declarations }) => declarations.get('content') !== "''");
  const seen = written.map((rule) => ({
    names: painted(rule),
    text: token(rule.declarations.get('color')),
    ground: token(rule.declarations.get('background') ?? rule.declarations.get('background-color')),
  }));
  const of = (names: string[], what: 'text' | 'ground') =>
    seen
      .filter((other) => other.names.some((name) => names.includes(name)))
      .map((other) => other[what])
      .filter(isColour);
  const pairs = seen.flatMap(({ names, text, ground }) => {
    if (isColour(text) && isColour(ground)) return [[text, ground] as const];
    if (isColour(text)) {
      const grounds = of(names, 'ground');
      return (grounds.length > 0 ? grounds : surfaces).map((on) => [text, on] as const);
    }
    if (!isColour(ground)) return [];
    const texts = of(names, 'text');
    return (texts.length > 0 ? texts : inherited).map((word) => [word, ground] as const);
  });
  return [...new Set(pairs.map((pair) => pair.join(' ')))].sort().map((pair) => {
    const [text = '', ground = ''] = pair.split(' ');
    return [text, ground];
  });
}

/* Importance colours are passed as custom properties, so no rule names them together. */
const tonePairs = [0, 1, 2, 3, 4, 5].flatMap(
  (level): Array<[string, string]> => [
    [`importance-${level}`, `importance-${level}-tint`],
    ...surfaces.map((on): [string, string] => [`importance-${level}`, on]),
  ],
);
/* So are the colours of marks. */
const markPairs = ['like', 'bookmark', 'follow'].flatMap(
  (mark): Array<[string, string]> => [
    [mark, `${mark}-tint`],
    ...surfaces.map((on): [string, string] => [mark, on]),
  ],
);
const derivedPairs = pairsOf(cssRules());
const textPairs = [...derivedPairs, ...tonePairs, ...markPairs];
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

test('the pairs are read from the style sheets', () => {
  for (const pair of [
    ['on-action', 'action-hover'],
    ['action', 'action-tint'],
    ['action', 'surface-sunk'],
    ['text-muted', 'page'],
    ['text', 'selection'],
    ['success', 'success-tint'],
    ['danger', 'danger-tint'],
    ['page', 'text'],
  ]) {
    expect(derivedPairs).toContainEqual(pair);
  }
});
