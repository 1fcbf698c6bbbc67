import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { provisionTopic } from '../../api/follow-names.ts';
import { followTopicTopicIdMaxLength } from '../../api/limits.gen.ts';
import type { ActPage } from '../../api/types.ts';
import { useSettled } from '../../hooks/use-settled.ts';
import { Follow } from '../../parts/follow.tsx';
import { FollowVolume } from '../../parts/follow-volume.tsx';
import { provisionWords } from '../../parts/provision-words.ts';
import { classes } from '../../ui/classes.ts';
import { stack } from '../../ui/layout.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './act-history.module.css';
import { provisionName } from './provision-name.ts';

/** Follows any one provision of the act, which the reader names; the volume is shown before. */
export function FollowOneProvision({ page: { act } }: { page: ActPage }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const provision = provisionName(typed);
  // The volume of "art. 1" is not asked while "art. 120" is typed.
  const settled = useSettled(provision);
  if (!act.id) return null;
  return (
    <div className={classes(stack(3), styles.one)} data-print="hide">
      <TextField
        label={t(($) => $.act.history.follow_provision)}
        hint={t(($) => $.act.history.follow_hint)}
        value={typed}
        maxLength={followTopicTopicIdMaxLength - provisionTopic(act.id, '').length}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {provision && (
        <>
          {provision === settled && (
            <p className={styles.detail}>
              <FollowVolume name={provisionTopic(act.id, provision)} from={0} />
            </p>
          )}
          <Follow
            key={provision}
            name={provisionTopic(act.id, provision)}
            subject={t(($) => $.act.history.provision_of, {
              provision: provisionWords(provision),
              act: act.citation,
            })}
          />
        </>
      )}
    </div>
  );
}
