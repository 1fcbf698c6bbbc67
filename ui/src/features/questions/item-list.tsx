import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcernWords } from '../../parts/use-concern-words.ts';
import { classes } from '../../ui/classes.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { plain } from '../../ui/layout.ts';
import type { Item } from './items.ts';
import styles from './reader-list.module.css';

interface ItemListProps {
  items: Item[];
  /** What decides stands above the list already. */
  withoutVerdict?: boolean;
}

/** Duties and articles with their answer and its reason. */
export function ItemList({ items, withoutVerdict = false }: ItemListProps) {
  const to = useAppPaths();
  const words = useConcernWords();
  return (
    <ul className={classes(plain, styles.items)}>
      {items.map(({ kind, id, title, lang, concern }) => {
        const { verdict, notes, exception } = words(concern);
        const isMaybe = concern.answer === 'maybe';
        const lines = withoutVerdict
          ? []
          : [!isMaybe && verdict, ...notes, exception].filter(Boolean);
        return (
          <li key={`${kind} ${id}`}>
            <p className={styles.title} lang={lang}>
              {kind === 'article' ? (
                <Link to={to.article(id)}>
                  <KeptWords text={title} />
                </Link>
              ) : (
                <KeptWords text={title} />
              )}
            </p>
            {lines.length > 0 && <p className={styles.why}>{lines.join(' ')}</p>}
          </li>
        );
      })}
    </ul>
  );
}
