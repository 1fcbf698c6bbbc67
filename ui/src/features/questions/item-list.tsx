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

/** Duties and articles with their answer and its reason. What several leave open stands once, above them. */
export function ItemList({ items, withoutVerdict = false }: ItemListProps) {
  const words = useConcernWords();
  const opens = withoutVerdict ? [] : items.flatMap(({ concern }) => words(concern).open ?? []);
  const shared = [...new Set(opens)].filter(
    (open) => opens.indexOf(open) !== opens.lastIndexOf(open),
  );
  const openOf = ({ concern }: Item) => shared.find((open) => open === words(concern).open);
  const groups = [undefined, ...shared]
    .map((open) => ({ open, of: items.filter((item) => openOf(item) === open) }))
    .filter(({ of }) => of.length > 0);
  return groups.map(({ open, of }) => (
    <div key={open ?? ''} className={open && styles.shared}>
      {open && <p className={styles.open}>{open}</p>}
      <ul className={classes(plain, styles.items)}>
        {of.map((item) => (
          <ListedItem
            key={`${item.kind} ${item.id}`}
            item={item}
            withoutVerdict={withoutVerdict}
            said={open}
          />
        ))}
      </ul>
    </div>
  ));
}

interface ListedItemProps {
  item: Item;
  withoutVerdict: boolean;
  /** The note that stands above the list. */
  said: string | undefined;
}

function ListedItem({ item: { kind, id, title, lang, concern }, ...props }: ListedItemProps) {
  const to = useAppPaths();
  const { verdict, notes, exception } = useConcernWords()(concern);
  const isMaybe = concern.answer === 'maybe';
  const rest = notes.filter((note) => note !== props.said);
  const lines = props.withoutVerdict
    ? []
    : [!isMaybe && verdict, ...rest, exception].filter(Boolean);
  return (
    <li>
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
}
