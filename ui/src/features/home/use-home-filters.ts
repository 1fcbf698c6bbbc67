import { useNavigate, useSearchParams } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { type HomeFilters, readFilters } from '../../paths.ts';

interface ChangeOptions {
  /** Typing replaces the history entry; a chip makes one, so that Back undoes it. */
  replace?: boolean;
}

/** The filters live in the address and nowhere else. */
export function useHomeFilters() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const to = useAppPaths();
  const filters = readFilters(params);
  return {
    filters,
    filtered: Object.keys(filters).length > 0,
    change(next: HomeFilters, { replace = false }: ChangeOptions = {}) {
      navigate(to.home(next), { replace, preventScrollReset: true });
    },
  };
}
