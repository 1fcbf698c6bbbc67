import { sources } from './sources.ts';

/** One rule of a style sheet, however nested. */
export interface CssRule {
  path: string;
  selector: string;
  /** The last value of each property. */
  declarations: Map<string, string>;
}

/** All rules of the product's style sheets. */
export function cssRules(): CssRule[] {
  return sources('.css').flatMap(({ path, text }) => {
    const plain = text.replace(/\/\*[\s\S]*?\*\//g, '');
    return [...plain.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      path,
      selector: selector.trim(),
      declarations: new Map(
        [...body.matchAll(/([\w-]+)\s*:\s*([^;]+)/g)].map(([, name = '', value = '']) => [
          name,
          value.trim(),
        ]),
      ),
    }));
  });
}
