import { useTranslation } from 'react-i18next';
import type { ConcernReport } from '../api/types.ts';

/** "3 duties concern you, maybe 4 more"; nothing without a report. */
export function useCountWords(): (report: ConcernReport | undefined) => string | undefined {
  const { t } = useTranslation();
  return (report) => {
    if (!report) return undefined;
    const answers = Object.values(report.duties);
    const of = (answer: string) => answers.filter((duty) => duty.answer === answer).length;
    const [sure, maybe] = [of('yes'), of('maybe')];
    if (sure === 0) {
      return maybe === 0
        ? t(($) => $.concerns.nothing)
        : t(($) => $.concerns.only_maybe, { count: maybe });
    }
    const sureWords = t(($) => $.concerns.things, { count: sure });
    return maybe === 0 ? sureWords : `${sureWords}${t(($) => $.concerns.more, { count: maybe })}`;
  };
}
