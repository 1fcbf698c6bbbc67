import { useTranslation } from 'react-i18next';
import { changeSubscription } from '../../api/mail.ts';
import type { Subscription, SubscriptionChange } from '../../api/mail-types.ts';
import { useKeepSubscription } from '../../hooks/subscription.ts';
import { useSaved } from '../../hooks/use-saved.ts';
import { showLanguage } from '../../i18n/setup.ts';
import { LanguageChoice } from '../../parts/language-choice.tsx';
import { MailForm } from '../../parts/mail-form.tsx';
import { MailRow } from '../../parts/mail-row.tsx';
import { SaveStatus } from '../../parts/save-status.tsx';
import { Notice } from '../../ui/notice.tsx';
import { MailPage } from './mail-page.tsx';
import styles from './preferences-screen.module.css';
import { RemoveSection } from './remove-section.tsx';

interface PreferencesFormProps {
  token: string;
  subscription: Subscription;
  /** The reader has resubscribed. */
  returned: boolean;
  onLeft: () => void;
  onDeleted: () => void;
}

export function PreferencesForm(props: PreferencesFormProps) {
  const { token, subscription, returned, onLeft, onDeleted } = props;
  const { t } = useTranslation();
  const keep = useKeepSubscription(token);
  const { email, has_account, language, preferences, topics } = subscription;
  const saved = useSaved<Required<SubscriptionChange>>(
    { urgent_from: null, paused_until: null, ...preferences, language },
    async (part) => keep(await changeSubscription(token, part)),
  );

  return (
    <MailPage
      title={t(($) => $.mail.preferences.title)}
      lead={
        returned
          ? t(($) => $.mail.preferences.rejoined)
          : t(($) => $.mail.preferences.lead, { email })
      }
      arrived={returned}
    >
      <About subscription={subscription} />
      <div className={styles.form}>
        <MailForm
          heading="h2"
          preferences={saved.shown}
          change={saved.change}
          topics={has_account ? undefined : topics}
        />
        <MailRow heading="h2" title={t(($) => $.mail.form.language)}>
          <LanguageChoice
            legend={t(($) => $.mail.form.language)}
            hideLegend
            value={saved.shown.language}
            onChoose={(wanted) => {
              saved.change({ language: wanted });
              void showLanguage(wanted);
            }}
          />
        </MailRow>
        <RemoveSection
          token={token}
          subscription={subscription}
          onLeft={onLeft}
          onDeleted={onDeleted}
        />
        <SaveStatus state={saved.state} onRetry={saved.retry} />
      </div>
    </MailPage>
  );
}

function About({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  return (
    <>
      {subscription.status === 'unconfirmed' && (
        <Notice title={t(($) => $.mail.preferences.unconfirmed_title)}>
          {t(($) => $.mail.preferences.unconfirmed_text)}
        </Notice>
      )}
      {subscription.has_account && (
        <Notice title={t(($) => $.mail.preferences.account_title)}>
          {t(($) => $.mail.preferences.account_text)}
        </Notice>
      )}
    </>
  );
}
