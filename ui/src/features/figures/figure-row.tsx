import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import type { FigureValue, LawFigure } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { provisionWords } from '../../parts/provision-words.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { ConfirmValue } from './confirm-value.tsx';
import styles from './figures-screen.module.css';

/** A figure with its value on the day, and its history. */
export function FigureRow({ figure }: { figure: LawFigure }) {
  const { t } = useTranslation();
  const { id, name, current, values } = figure;
  const others = values.length - (current ? 1 : 0);
  return (
    <li id={id} className={styles.figure}>
      <h3>{name}</h3>
      {current ? (
        <>
          <p className={styles.value}>
            <strong>
              <KeptWords text={current.text} />
            </strong>
            {current.lei_text && (
              <span>
                <KeptWords text={t(($) => $.figures.in_lei, { lei: current.lei_text })} />
              </span>
            )}
            <Period value={current} />
          </p>
          <Law id={id} value={current} />
        </>
      ) : (
        <p className={styles.facts}>{t(($) => $.figures.unknown)}</p>
      )}
      {others > 0 && (
        <details className={styles.history}>
          <summary>{t(($) => $.figures.history)}</summary>
          <ol>
            {values.map((value) => (
              <li key={`${value.from} ${value.until}`}>
                <KeptWords text={value.text} /> <Period value={value} />
                <span className={styles.facts}> {value.act}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

/** The days on which a value stands; nothing if none is known. */
function Period({ value }: { value: FigureValue }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [from, until] = [value.from, value.until].map((day) => day && formatDate(day, language));
  const text =
    from && until
      ? t(($) => $.figures.period, { from, until })
      : from
        ? t(($) => $.figures.since, { from })
        : until && t(($) => $.figures.until, { until });
  return text ? (
    <span className={styles.period}>
      <KeptWords text={text} />
    </span>
  ) : null;
}

/** Where a value comes from, and who confirmed it. */
function Law({ id, value }: { id: string; value: FigureValue }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const session = useSession();
  const isEditor = session.status === 'signed_in' && session.reader.isEditor;
  const { act, provision, source, article, confirmed } = value;
  return (
    <p className={styles.facts}>
      <span>
        <KeptWords text={provision ? `${act}, ` : act} />
        {provision && (
          <span lang="ro">
            <KeptWords text={provisionWords(provision)} />
          </span>
        )}
      </span>
      <a href={source} rel="noopener">
        {t(($) => $.figures.source)}
      </a>
      {article && <Link to={to.article(article)}>{t(($) => $.figures.article)}</Link>}
      <span>
        {confirmed
          ? t(($) => $.figures.confirmed, {
              by: confirmed.by,
              day: formatDate(confirmed.at.slice(0, 10), language),
            })
          : t(($) => $.figures.to_verify)}
      </span>
      {isEditor && <ConfirmValue id={id} value={value} />}
    </p>
  );
}
