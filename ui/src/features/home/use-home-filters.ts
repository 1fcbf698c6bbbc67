import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { type HomeFilters, readFilters } from '../../paths.ts';

interface ChangeOptions {
  /** Typing replaces the history entry; a chip adds one, so that Back undoes it. */
  replace?: boolean;
}

/** The filters to change; `undefined` clears one, the others stay. */
export type FilterChange = { [Name in keyof HomeFilters]: HomeFilters[Name] | undefined };

/** The filters live in the URL only. */
export function useHomeFilters() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const to = useAppPaths();
  const filters = readFilters(params);

  // The URL updates asynchronously; the next choice must not be based on the old one.
  const latest = useRef(filters);
  useEffect(() => {
    latest.current = readFilters(params);
  }, [params]);

  function go(next: HomeFilters, { replace = false }: ChangeOptions = {}) {
    latest.current = next;
    navigate(to.home(next), { replace, preventScrollReset: true });
  }

  return {
    filters,
    filtered: Object.keys(filters).length > 0,
    change(part: FilterChange, options?: ChangeOptions) {
      const merged = Object.entries({ ...latest.current, ...part });
      go(Object.fromEntries(merged.filter(([, value]) => value !== undefined)), options);
    },
    clear: () => go({}),
  };
}
