import { useTranslation } from 'react-i18next';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The server could not be asked: what is shown instead, and of which day it is. */
export function Unreachable({ concerns }: { concerns: Concerns }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { report, offline, isBehind, retry } = concerns;
  const day = isBehind ? undefined : report?.today;
  const text = day
    ? t(($) => $.concerns.list_of, { date: formatDate(day, language) })
    : t(($) => $.questions.answers_kept);
  if (offline) return <Notice title={t(($) => $.home.offline_title)}>{text}</Notice>;
  return <FailureNotice title={t(($) => $.questions.failed)} text={text} onRetry={retry} />;
}
