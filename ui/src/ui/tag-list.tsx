import { classes } from './classes.ts';
import { cluster, plain } from './layout.ts';
import styles from './tag-list.module.css';

export function TagList({ label, tags }: { label: string; tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className={classes(cluster(2), plain)} aria-label={label}>
      {tags.map((tag) => (
        <li key={tag} className={styles.tag}>
          {tag}
        </li>
      ))}
    </ul>
  );
}
