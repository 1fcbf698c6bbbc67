import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { type HomeFilters, readFilters } from '../../paths.ts';

/** The filters to change; `undefined` clears one, the others stay. */
type FilterChange = { [Name in keyof HomeFilters]: HomeFilters[Name] | undefined };

/** Tab and filters live in the URL only. */
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

  function change(part: FilterChange) {
    const merged = Object.entries({ ...latest.current, ...part });
    const next = Object.fromEntries(merged.filter(([, value]) => value !== undefined));
    latest.current = next;
    navigate(to.home(next), { preventScrollReset: true });
  }

  const { tab: _, ...narrowing } = filters;
  return {
    filters,
    /** How many filters narrow the list. */
    narrowed: Object.keys(narrowing).length,
    change,
    /** The tab stays. */
    clear: () => change({ importance: undefined, topic: undefined }),
  };
}

export type Filters = ReturnType<typeof useHomeFilters>;
