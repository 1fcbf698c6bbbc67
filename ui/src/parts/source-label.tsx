import { useTranslation } from 'react-i18next';
import { classes } from '../ui/classes.ts';
import styles from './source-label.module.css';

/** Whether a source is published by an authority or by somebody else. */
export function SourceLabel({ official }: { official: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={classes(styles.label, official && styles.official)}>
      {official ? t(($) => $.article.source_official) : t(($) => $.article.source_secondary)}
    </span>
  );
}
