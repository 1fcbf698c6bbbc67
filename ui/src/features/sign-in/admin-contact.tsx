import { useTranslation } from 'react-i18next';
import { Tagged } from '../../ui/tagged.tsx';

interface AdminContactProps {
  adminEmail?: string;
  helpLink?: string;
}

/** How to reach the operator, as far as it is configured. */
export function AdminContact({ adminEmail, helpLink }: AdminContactProps) {
  const { t } = useTranslation();
  return (
    <>
      {adminEmail && (
        <p>
          <Tagged
            text={t(($) => $.sign_in.body.contact_admin, { email: adminEmail })}
            tags={{ mail: (inner) => <a href={`mailto:${adminEmail}`}>{inner}</a> }}
          />
        </p>
      )}
      {helpLink && (
        <p>
          <a href={helpLink} target="_blank" rel="noopener noreferrer">
            {t(($) => $.sign_in.link.learn_more)}
          </a>
        </p>
      )}
    </>
  );
}
