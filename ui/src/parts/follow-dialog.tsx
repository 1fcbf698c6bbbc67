import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeFollow, followsQuery } from '../api/follows.ts';
import { setMark } from '../api/marks.ts';
import { isMarked } from '../api/pending-marks.ts';
import { readerQueries } from '../api/reader-queries.ts';
import { useUid } from '../hooks/use-user-data.ts';
import { useImportance } from '../i18n/use-importance.ts';
import { logFailure } from '../log.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './follow-dialog.module.css';
import { FollowVolume } from './follow-volume.tsx';

interface FollowDialogProps {
  name: string;
  subject: string;
  onClose: () => void;
}

/** What a follow would bring, and from which importance, before it is saved. */
export function FollowDialog({ name, subject, onClose }: FollowDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const uid = useUid();
  const floors = useFollowFloors();
  const [floor, setFloor] = useState(0);

  async function save() {
    onClose();
    if (uid === undefined) return;
    const mark = { kind: 'follow', id: name } as const;
    await setMark(client, uid, mark, true);
    const data = client.getQueryData(readerQueries.userData(uid).queryKey);
    if (data && !isMarked(data, mark)) return showToast(t(($) => $.reader.follow.not_saved));
    if (floor === 0) return;
    try {
      const follow = { name, importance_from: floor, muted: false, paused: false };
      client.setQueryData(followsQuery(uid).queryKey, await changeFollow(uid, follow));
    } catch (error) {
      logFailure('The importance of a follow was not saved.', error);
      showToast(t(($) => $.reader.follow.failed));
    }
  }

  return (
    <Modal
      open
      onClose={onClose}
      title={t(($) => $.home.follow, { topic: subject })}
      description={<FollowVolume name={name} from={floor} />}
    >
      <div className={styles.fields}>
        <SelectField
          label={t(($) => $.reader.follow.floor)}
          value={floor}
          onChoose={setFloor}
          options={floors}
        />
      </div>
      <div className={styles.buttons}>
        <Button variant="primary" autoFocus onClick={() => void save()}>
          {t(($) => $.reader.follow.do)}
        </Button>
        <Button onClick={onClose}>{t(($) => $.reader.follow.cancel)}</Button>
      </div>
    </Modal>
  );
}

/** The importance from which a follow notifies; 0 stands for the account's own. */
export function useFollowFloors() {
  const { t } = useTranslation();
  const importance = useImportance();
  return [
    { value: 0, label: t(($) => $.reader.follow.as_account) },
    { value: 1, label: t(($) => $.reader.follow.from_all) },
    ...[2, 3, 4, 5].map((value) => ({
      value,
      label: t(($) => $.reader.follow.from_level, { level: importance(value).word }),
    })),
  ];
}
