import { useTranslation } from 'react-i18next';
import type { MailPreferences, Subscription } from '../api/mail-types.ts';
import { formatDate, formatList, todayInBucharest } from '../i18n/format.ts';
import { useImportance } from '../i18n/use-importance.ts';
import { useLanguage } from '../i18n/use-language.ts';
import styles from './mail-summary.module.css';

interface MailSummaryProps {
  preferences: MailPreferences;
  /** Topic names, where they are not the followed ones. */
  topics?: Subscription['topics'] | undefined;
}

type Line = readonly [when: string, what: string];

/** A summary of what arrives and how often. */
export function MailSummary({ preferences, topics }: MailSummaryProps) {
  const { t } = useTranslation();
  const lines = useLines(preferences, topics === undefined);
  const about = useTopicLine(preferences, topics);
  const nothing: Line = [t(($) => $.mail.summary.nothing), t(($) => $.mail.summary.nothing_text)];
  const shown = lines.length > 0 ? [...lines, ...about] : [nothing];
  return (
    <dl className={styles.list}>
      {shown.map(([when, what]) => (
        <div key={when} className={styles.line}>
          <dt>{when}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

function useLines(preferences: MailPreferences, isAccount: boolean): Line[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const digest = useDigestText(preferences.digest_from);
  const { urgent_from, paused_until } = preferences;
  const lines: Line[] = [];
  if (paused_until && paused_until > todayInBucharest()) {
    const date = formatDate(paused_until, language);
    lines.push([t(($) => $.mail.summary.pause), t(($) => $.mail.summary.pause_text, { date })]);
  }
  if (urgent_from) {
    const what = urgent_from === 4 ? ('now_4' as const) : ('now_5' as const);
    lines.push([t(($) => $.mail.summary.now), t(($) => $.mail.summary[what])]);
  }
  if (preferences.digest !== 'never') {
    const { digest: often } = preferences;
    lines.push([t(($) => $.mail.summary[often]), digest]);
  }
  if (preferences.deadlines) {
    lines.push([t(($) => $.mail.summary.monday), t(($) => $.mail.summary.monday_text)]);
  }
  if (preferences.reminders && isAccount) {
    lines.push([t(($) => $.mail.summary.reminders), t(($) => $.mail.summary.reminders_text)]);
  }
  if (preferences.news) {
    lines.push([t(($) => $.mail.summary.news), t(($) => $.mail.summary.news_text)]);
  }
  return lines;
}

function useDigestText(from: number): string {
  const { t } = useTranslation();
  const importance = useImportance();
  if (from <= 1) return t(($) => $.mail.summary.digest_1);
  if (from >= 5) return t(($) => $.mail.summary.digest_5);
  return t(($) => $.mail.summary.digest_level, { level: importance(from).word });
}

function useTopicLine(preferences: MailPreferences, topics: MailSummaryProps['topics']): Line[] {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!topics) return [];
  const chosen = topics.filter(({ id }) => preferences.topics.includes(id));
  const names = formatList(
    chosen.map(({ name }) => name),
    language,
  );
  return [[t(($) => $.mail.summary.topics), names || t(($) => $.mail.summary.topics_all)]];
}
