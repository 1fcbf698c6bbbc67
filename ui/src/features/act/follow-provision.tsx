import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { provisionTopic } from '../../api/follow-names.ts';
import type { ActPage } from '../../api/types.ts';
import { Follow } from '../../parts/follow.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './act-history.module.css';
import { provisionName } from './provision-name.ts';

/** Follows any one provision of the act, which the reader names. */
export function FollowOneProvision({ page: { act } }: { page: ActPage }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const provision = provisionName(typed);
  if (!act.id) return null;
  return (
    <div className={styles.one} data-print="hide">
      <TextField
        label={t(($) => $.act.history.follow_provision)}
        hint={t(($) => $.act.history.follow_hint)}
        value={typed}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {provision && (
        <Follow
          key={provision}
          name={provisionTopic(act.id, provision)}
          subject={t(($) => $.act.history.provision_of, { provision, act: act.citation })}
        />
      )}
    </div>
  );
}
