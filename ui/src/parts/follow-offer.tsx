import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeFollow, followsQuery } from '../api/follows.ts';
import { pendingKey, pendingMarks } from '../api/pending-marks.ts';
import { useUid } from '../hooks/use-user-data.ts';
import { logFailure } from '../log.ts';
import { classes } from '../ui/classes.ts';
import { iconButton } from '../ui/icon-button.ts';
import { SelectField } from '../ui/select-field.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './follow-offer.module.css';
import { FollowVolume } from './follow-volume.tsx';
import { NextMail } from './next-mail.tsx';
import { useFollowFloors } from './use-follow-floors.ts';

interface FollowOfferProps {
  name: string;
  subject: string;
  onClose: () => void;
}

/**
 * What a new follow will bring, and the choice of its least importance. It takes no focus and goes
 * with a press elsewhere or Escape.
 */
export function FollowOffer({ name, subject, onClose }: FollowOfferProps) {
  const { t } = useTranslation();
  const floors = useFollowFloors();
  const { floor, choose } = useFloor(name);
  const uid = useUid();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.showPopover?.(), []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a popover with one field, not a form
    <div
      ref={box}
      popover="auto"
      role="group"
      aria-label={t(($) => $.reader.follow.on, { subject })}
      className={styles.offer}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      data-print="hide"
    >
      <p className={styles.subject}>{t(($) => $.reader.follow.on, { subject })}</p>
      <p className={styles.volume}>
        <FollowVolume name={name} from={floor} />
      </p>
      {uid !== undefined && <NextMail uid={uid} className={styles.volume} />}
      <SelectField
        label={t(($) => $.reader.follow.floor)}
        value={floor}
        onChoose={choose}
        options={floors}
      />
      <button
        type="button"
        className={classes(iconButton, styles.close)}
        aria-label={t(($) => $.reader.follow.close)}
        onClick={onClose}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}

/* The chosen importance, saved once the server has the follow; choices are saved in their order. */
function useFloor(name: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const uid = useUid();
  const [floor, setFloor] = useState(0);
  const saving = useRef(Promise.resolve());

  async function save(from: number) {
    if (uid === undefined) return;
    const pending = pendingMarks.get(pendingKey(uid, { kind: 'follow', id: name }));
    if (pending && (await pending.done) !== 'saved') return;
    const follow = {
      name,
      muted: false,
      paused: false,
      ...(from > 0 && { importance_from: from }),
    };
    try {
      client.setQueryData(followsQuery(uid).queryKey, await changeFollow(uid, follow));
    } catch (error) {
      logFailure('The importance of a follow was not saved.', error);
      showToast(t(($) => $.reader.follow.failed));
    }
  }

  function choose(from: number) {
    setFloor(from);
    saving.current = saving.current.then(() => save(from));
  }
  return { floor, choose };
}
