import { Link } from 'react-router';
import type { Act } from '../api/types.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { KeptWords } from '../ui/kept-words.tsx';

/** The citation of an act, which leads to the page of an act that has one. */
export function ActLink({ act }: { act: Act }) {
  const to = useAppPaths();
  const words = <KeptWords text={act.citation} />;
  return act.id ? <Link to={to.act(act.id)}>{words}</Link> : <span>{words}</span>;
}
