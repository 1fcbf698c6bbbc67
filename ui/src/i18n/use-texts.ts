import type { TFunction } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import type { Language } from './language.ts';

type Tree = { readonly [key: string]: string | Tree };
type Values = Record<string, string | number>;
type Step = { readonly [key: string]: Step };

interface Shown {
  language: Language;
  texts: object;
}

let shown: Shown = { language: 'en', texts: {} };
const listeners = new Set<() => void>();

/** Replaces the texts and rerenders the components that show them. */
// docs/decisions/0019
export function setTexts(language: Language, texts: object): void {
  shown = { language, texts };
  for (const listener of listeners) listener();
}

function pathOf(select: (texts: Step) => unknown): string[] {
  const path: string[] = [];
  const step: Step = new Proxy(
    {},
    {
      get: (_, key) => {
        path.push(String(key));
        return step;
      },
    },
  );
  select(step);
  return path;
}

function translate({ language, texts }: Shown, path: string[], values: Values = {}): string {
  const keys = [...path];
  if (typeof values.count === 'number') {
    keys.push(`${keys.pop()}_${new Intl.PluralRules(language).select(values.count)}`);
  }
  let found: string | Tree | undefined = texts as Tree;
  for (const key of keys) found = typeof found === 'object' ? found[key] : undefined;
  if (typeof found !== 'string') return path.join('.');
  return found.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name] ?? ''));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const getShown = () => shown;

/**
 * The texts of the current language, for the landing page and the parts it shares with the app: the
 * same files, selectors and types as `useTranslation`, without the library, which with React would
 * exceed the page's budget.
 */
export function useTexts(): { t: TFunction; language: Language } {
  const now = useSyncExternalStore(subscribe, getShown, getShown);
  return useMemo(() => {
    const t = (select: (texts: Step) => unknown, values?: Values) =>
      translate(now, pathOf(select), values);
    return { t: t as unknown as TFunction, language: now.language };
  }, [now]);
}
