import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailPreferences, Subscription } from '../api/mail-types.ts';
import { useImportance } from '../i18n/use-importance.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Choice } from '../ui/choice.tsx';
import { grid, stack } from '../ui/layout.ts';
import { SelectField } from '../ui/select-field.tsx';
import { MailPause } from './mail-pause.tsx';
import { MailRow } from './mail-row.tsx';
import { MailTopics } from './mail-topics.tsx';

interface MailFormProps {
  heading: 'h2' | 'h3';
  preferences: MailPreferences;
  change: (part: Partial<MailPreferences>) => void;
  /** The topics to choose from; an account uses its followed topics instead. */
  topics?: Subscription['topics'] | undefined;
  /** The content before the form. */
  children?: ReactNode;
}

/** Mail preferences, for link holders and signed-in readers. */
export function MailForm({ heading, preferences, change, topics, children }: MailFormProps) {
  const { t } = useTranslation();
  return (
    <div>
      {children}
      <Now heading={heading} preferences={preferences} change={change} ofAccount={!topics} />
      <Digest heading={heading} preferences={preferences} change={change} />
      {topics && (
        <MailRow heading={heading} title={t(($) => $.mail.form.topics)}>
          <MailTopics topics={topics} chosen={preferences.topics} change={change} />
        </MailRow>
      )}
      <MailRow heading={heading} title={t(($) => $.mail.form.also)}>
        <div className={grid(3)}>
          <Checkbox
            label={t(($) => $.mail.form.deadlines)}
            hint={t(($) => $.mail.form.deadlines_hint)}
            checked={preferences.deadlines}
            onToggle={(deadlines) => change({ deadlines })}
          />
          {!topics && (
            <Checkbox
              label={t(($) => $.mail.form.reminders)}
              hint={t(($) => $.mail.form.reminders_hint)}
              checked={preferences.reminders}
              onToggle={(reminders) => change({ reminders })}
            />
          )}
          <Checkbox
            label={t(($) => $.mail.form.news)}
            hint={t(($) => $.mail.form.news_hint)}
            checked={preferences.news}
            onToggle={(news) => change({ news })}
          />
        </div>
      </MailRow>
      <MailRow heading={heading} title={t(($) => $.mail.form.pause)}>
        <MailPause until={preferences.paused_until ?? undefined} change={change} />
      </MailRow>
    </div>
  );
}

type PartProps = Pick<MailFormProps, 'heading' | 'preferences' | 'change'>;

function Now({ heading, preferences, change, ofAccount }: PartProps & { ofAccount: boolean }) {
  const { t } = useTranslation();
  const title = t(($) => $.mail.form.now);
  const from = { '5': 5, '4': 4, never: null };
  return (
    <MailRow heading={heading} title={title}>
      <Choice
        legend={title}
        hideLegend
        value={String(preferences.urgent_from ?? 'never')}
        onChoose={(value) => change({ urgent_from: from[value as keyof typeof from] })}
        options={[
          { value: '5', label: t(($) => $.mail.form.now_5) },
          { value: '4', label: t(($) => $.mail.form.now_4) },
          { value: 'never', label: t(($) => $.mail.form.now_never) },
        ]}
      />
      {ofAccount && (
        <Checkbox
          label={t(($) => $.mail.form.now_others)}
          hint={t(($) => $.mail.form.now_others_hint)}
          checked={preferences.urgent_for_others}
          onToggle={(urgent_for_others) => change({ urgent_for_others })}
        />
      )}
    </MailRow>
  );
}

function Digest({ heading, preferences, change }: PartProps) {
  const { t } = useTranslation();
  const title = t(($) => $.mail.form.digest);
  const floors = useFloors();
  return (
    <MailRow heading={heading} title={title}>
      <Choice
        legend={title}
        hideLegend
        value={preferences.digest}
        onChoose={(digest) => change({ digest })}
        options={[
          { value: 'daily', label: t(($) => $.mail.form.digest_daily) },
          { value: 'weekly', label: t(($) => $.mail.form.digest_weekly) },
          { value: 'never', label: t(($) => $.mail.form.digest_never) },
        ]}
      />
      <fieldset className={stack(3)} disabled={preferences.digest === 'never'}>
        <legend className="visually-hidden">{t(($) => $.mail.form.digest_details)}</legend>
        <SelectField
          label={t(($) => $.mail.form.floor)}
          value={preferences.digest_from}
          onChoose={(digest_from) => change({ digest_from })}
          options={floors}
        />
        <Checkbox
          label={t(($) => $.mail.form.when_empty)}
          hint={t(($) => $.mail.form.when_empty_hint)}
          checked={preferences.digest_when_empty}
          onToggle={(digest_when_empty) => change({ digest_when_empty })}
        />
      </fieldset>
    </MailRow>
  );
}

/** The minimum importance, in words. */
export function useFloors() {
  const { t } = useTranslation();
  const importance = useImportance();
  return [
    { value: 1, label: t(($) => $.mail.form.from_1) },
    ...[2, 3, 4].map((value) => ({
      value,
      label: t(($) => $.mail.form.from_level, { level: importance(value).word }),
    })),
    { value: 5, label: t(($) => $.mail.form.from_5) },
  ];
}
