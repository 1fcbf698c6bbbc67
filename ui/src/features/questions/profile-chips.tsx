import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { listProfilesMaxItems, profileInputNameMaxLength } from '../../api/limits.gen.ts';
import { addProfile, renameProfile } from '../../api/profiles.ts';
import { chosenProfile } from '../../hooks/chosen-profile.ts';
import type { ProfilesLocationState } from '../../hooks/question-state.ts';
import { useProfiles } from '../../hooks/reader-profiles.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Chips } from '../../ui/chip-choice.tsx';
import { classes } from '../../ui/classes.ts';
import { grid } from '../../ui/layout.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './profile-chips.module.css';

/** Chooses the profile that the questions are about; only an account has several. */
export function ProfileChips() {
  const { t } = useTranslation();
  const { profiles = [], chosen } = useProfiles();
  if (profiles.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that choose at once, not fields of a form
    <div
      role="group"
      aria-label={t(($) => $.questions.profiles)}
      className={styles.profiles}
      data-print="hide"
    >
      <Chips>
        {profiles.map((one) => (
          <Chip
            key={one.id}
            chosen={one.id === chosen.id}
            onChoose={() => chosenProfile.choose(one.id)}
          >
            {one.name}
          </Chip>
        ))}
      </Chips>
    </div>
  );
}

/** Adds a profile, and renames the chosen one. */
export function ProfileNames() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const to = useAppPaths();
  const uid = useUid();
  const { profiles, chosen } = useProfiles();
  const came: ProfilesLocationState | null = useLocation().state;
  const [isAdding, setAdding] = useState(came?.adds === true);
  // The name that is being written is of the profile that was chosen then.
  const [renamed, setRenamed] = useState<string>();
  if (uid === undefined || !profiles || chosen.id === undefined) return null;
  const { id } = chosen;

  async function add(name: string) {
    chosenProfile.choose(await addProfile(client, uid ?? '', name));
    await navigate(to.questions());
  }
  if (isAdding) return <NameForm key="add" name="" onSave={add} onClose={() => setAdding(false)} />;
  if (renamed === id) {
    return (
      <NameForm
        key={id}
        name={chosen.name}
        onSave={(name) => renameProfile(client, uid, id, name)}
        onClose={() => setRenamed(undefined)}
      />
    );
  }
  return (
    <div className={styles.buttons} data-print="hide">
      <Button variant="plain" onClick={() => setRenamed(id)}>
        {t(($) => $.questions.rename, { name: chosen.name })}
      </Button>
      {profiles.length < listProfilesMaxItems && (
        <Button variant="plain" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          {t(($) => $.questions.add_profile)}
        </Button>
      )}
    </div>
  );
}

interface NameFormProps {
  name: string;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

function NameForm({ name, onSave, onClose }: NameFormProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(name);
  const [error, setError] = useState<string>();
  // The button that led here is gone.
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      await onSave(text);
      onClose();
    } catch (failure) {
      const isName = failure instanceof ApiError && failure.status === 400;
      setError(
        isName
          ? t(($) => $.questions.name_refused, { max: profileInputNameMaxLength })
          : t(($) => $.concerns.not_saved),
      );
      field.current?.focus();
    }
  }
  return (
    <form className={classes(grid(3), styles.form)} onSubmit={submit} noValidate>
      <TextField
        label={t(($) => $.questions.profile_name)}
        hint={t(($) => $.questions.profile_hint)}
        value={text}
        maxLength={profileInputNameMaxLength}
        autoComplete="off"
        error={error}
        inputRef={field}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary">
          {t(($) => $.questions.save)}
        </Button>
        <Button variant="plain" onClick={onClose}>
          {t(($) => $.questions.cancel)}
        </Button>
      </div>
    </form>
  );
}
