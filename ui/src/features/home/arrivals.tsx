import { ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { row } from '../../ui/layout.ts';
import styles from './arrivals.module.css';

interface ArrivalsProps {
  /** How many articles wait to be shown. */
  waiting: number;
  onShow: () => void;
}

/** Announces the articles that were published while the list was open. */
export function Arrivals({ waiting, onShow }: ArrivalsProps) {
  const { t } = useTranslation();
  return (
    <div role="status" data-print="hide">
      {waiting > 0 && (
        <p className={classes(row(2), styles.line)}>
          <ArrowUp aria-hidden="true" />
          {t(($) => $.feed.arrived, { count: waiting })}
          <Button variant="plain" onClick={onShow}>
            {t(($) => $.feed.show_arrived)}
          </Button>
        </p>
      )}
    </div>
  );
}
