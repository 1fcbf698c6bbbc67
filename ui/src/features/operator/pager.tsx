import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSize } from '../../api/operator.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { centred, cluster, plain } from '../../ui/layout.ts';
import styles from './operator.module.css';

interface PagerProps {
  offset: number;
  shown: number;
  more: boolean;
  onMove: (offset: number) => void;
}

interface PagedListProps<Row> {
  rows: Row[];
  offset: number;
  more: boolean;
  onMove: (offset: number) => void;
  children: (row: Row) => ReactNode;
}

/** The rows of a page, and the ways to the other pages. */
export function PagedList<Row>({ rows, children, ...page }: PagedListProps<Row>) {
  return (
    <>
      {rows.length > 0 && <ul className={plain}>{rows.map(children)}</ul>}
      <Pager shown={rows.length} {...page} />
    </>
  );
}

/** Which rows of a list are shown, and the ways to the others. */
function Pager({ offset, shown, more, onMove }: PagerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  return (
    <div className={classes(cluster(3), centred)}>
      <p className={styles.meta} role="status">
        {shown === 0
          ? t(($) => $.operator.none_found)
          : t(($) => $.operator.range, {
              first: number(offset + 1),
              last: number(offset + shown),
            })}
      </p>
      {offset > 0 && (
        <Button onClick={() => onMove(Math.max(0, offset - pageSize))}>
          {t(($) => $.operator.newer)}
        </Button>
      )}
      {more && (
        <Button onClick={() => onMove(offset + pageSize)}>{t(($) => $.operator.older)}</Button>
      )}
    </div>
  );
}
