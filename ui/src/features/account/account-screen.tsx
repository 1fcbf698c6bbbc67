import { useTranslation } from 'react-i18next';
import { type Reader, useSession } from '../../api/session.ts';
import { usePage } from '../../hooks/use-page.ts';
import { type Sensitive, useRecentLogin } from '../../hooks/use-recent-login.ts';
import { AccountAvatar } from '../../parts/account-avatar.tsx';
import { ReauthenticateDialog } from '../../parts/reauthenticate-dialog.tsx';
import { classes } from '../../ui/classes.ts';
import { measure, row, stack } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ActivitySection } from './activity-section.tsx';
import { AnswersSection } from './answers-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { EmailSection } from './email-section.tsx';
import { ExportSection } from './export-section.tsx';
import { FactorsSection } from './factors-section.tsx';
import { GuestSection } from './guest-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { MailSection } from './mail-section.tsx';
import { NameSection } from './name-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PhoneSection } from './phone-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The account page; each section is saved on its own. */
export function AccountScreen() {
  const { t } = useTranslation();
  const heading = usePage(t(($) => $.account.title));
  const session = useSession();
  const { sensitive, waiting } = useRecentLogin();
  if (session.status !== 'signed_in') return null;
  const { reader } = session;

  return (
    <div className={classes(stack(7), measure)}>
      <div className={row(4)}>
        <AccountAvatar />
        <PageHeading headingRef={heading} lead={t(($) => $.account.lead)}>
          {t(($) => $.account.title)}
        </PageHeading>
      </div>
      {reader.mustAddFactor ? (
        <BeforeFactor reader={reader} sensitive={sensitive} />
      ) : (
        <Settings reader={reader} sensitive={sensitive} />
      )}
      <ExportSection sensitive={sensitive} />
      <DeleteSection />
      <ReauthenticateDialog
        open={waiting !== undefined}
        onDone={() => waiting?.go()}
        onCancel={() => waiting?.stop()}
      />
    </div>
  );
}

interface SectionsProps {
  reader: Reader;
  sensitive: Sensitive;
}

/** What an account can change before it adds the second factor that it must have. */
function BeforeFactor({ reader, sensitive }: SectionsProps) {
  return reader.emailVerified ? (
    <FactorsSection reader={reader} sensitive={sensitive} />
  ) : (
    <EmailSection reader={reader} sensitive={sensitive} />
  );
}

function Settings({ reader, sensitive }: SectionsProps) {
  return (
    <>
      {reader.isGuest && <GuestSection />}
      <NameSection name={reader.displayName} />
      {!reader.isGuest && <EmailSection reader={reader} sensitive={sensitive} />}
      {/* A password works only with an address. */}
      {reader.email !== undefined && (
        <PasswordSection reader={reader} email={reader.email} sensitive={sensitive} />
      )}
      {!reader.isGuest && <PasskeysSection reader={reader} sensitive={sensitive} />}
      {!reader.isGuest && <PhoneSection reader={reader} sensitive={sensitive} />}
      {!reader.isGuest && <ProvidersSection reader={reader} sensitive={sensitive} />}
      {!reader.isGuest && <FactorsSection reader={reader} sensitive={sensitive} />}
      <LanguageSection />
      <MailSection uid={reader.uid} email={reader.email} />
      <AnswersSection uid={reader.uid} />
      <SessionsSection uid={reader.uid} />
      <ActivitySection uid={reader.uid} />
    </>
  );
}
