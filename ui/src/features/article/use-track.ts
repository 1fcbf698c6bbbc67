import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actTopic } from '../../api/follow-names.ts';
import { fulfil, setMark } from '../../api/marks.ts';
import type { Mark } from '../../api/reader.ts';
import type { Article } from '../../api/types.ts';
import { useAccountGate } from '../../hooks/use-account-gate.ts';
import { useMarkReport } from '../../hooks/use-mark-report.ts';
import { useMarked } from '../../hooks/use-user-data.ts';
import { showToast } from '../../ui/toast.ts';

/** "Track Law": tracks the article and follows its act, or stops both, and says so. */
export function useTrack({ slug, act }: Article): { on: boolean | undefined; press: () => void } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const gate = useAccountGate();
  const report = useMarkReport();
  const track: Mark = { kind: 'track', id: slug };
  const follow: Mark[] = act?.id === undefined ? [] : [{ kind: 'follow', id: actTopic(act.id) }];
  const on = useMarked(track);

  function done(isOn: boolean, withAct: boolean): string {
    if (!act || !withAct)
      return isOn ? t(($) => $.article.track_on) : t(($) => $.article.track_off);
    const named = { act: act.citation };
    return isOn
      ? t(($) => $.article.track_on_act, named)
      : t(($) => $.article.track_off_act, named);
  }

  async function change(uid: string) {
    const set = (mark: Mark) =>
      on ? setMark(client, uid, mark, false) : fulfil(client, uid, mark);
    const [tracked, followed] = await Promise.all(
      [track, ...follow].map((mark) => report(set(mark))),
    );
    if (tracked !== 'saved' || followed === 'too_many_follows') return;
    showToast(done(!on, followed === 'saved'));
  }
  return { on, press: () => gate(({ uid }) => void change(uid), track, ...follow) };
}
