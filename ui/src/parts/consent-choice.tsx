import { useTranslation } from 'react-i18next';
import { type Consent, consent } from '../consent.ts';
import { useConsent } from '../hooks/use-consent.ts';
import { Choice } from '../ui/choice.tsx';

/** The banner's question, for visitors who want to change their answer. */
export function ConsentChoice() {
  const { t } = useTranslation();
  const chosen = useConsent();
  return (
    <Choice<NonNullable<Consent> | ''>
      legend={t(($) => $.consent.label)}
      value={chosen ?? ''}
      onChoose={(choice) => choice && consent.choose(choice)}
      options={[
        { value: 'accepted', label: t(($) => $.consent.accept) },
        { value: 'rejected', label: t(($) => $.consent.reject) },
      ]}
    />
  );
}
