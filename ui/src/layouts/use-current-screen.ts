import { useLocation, useSearchParams } from 'react-router';
import { paths, type Screen, screenOf } from '../paths.ts';

/** The screens behind the avatar. */
export const ownScreens: Screen[] = ['auth', 'profile', 'liked', 'bookmarks', 'account'];

/** The screen that is shown; `undefined` on a page with a path of its own. */
export function useCurrentScreen(): Screen | undefined {
  const [params] = useSearchParams();
  return useLocation().pathname === paths.home() ? screenOf(params) : undefined;
}
