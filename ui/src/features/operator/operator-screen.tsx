import { Lock } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { LinkTabs } from '../../parts/link-tabs.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { stack } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AccountsPart } from './accounts-part.tsx';
import { BackupsPart } from './backups-part.tsx';
import { CampaignsPart } from './campaigns-part.tsx';
import { FirstOperator } from './first-operator.tsx';
import { MailsPart } from './mails-part.tsx';
import styles from './operator.module.css';
import { ReportsPart } from './reports-part.tsx';
import { StatePart } from './state-part.tsx';
import { SubscribersPart } from './subscribers-part.tsx';

const parts = {
  state: StatePart,
  mails: MailsPart,
  campaigns: CampaignsPart,
  subscribers: SubscribersPart,
  accounts: AccountsPart,
  reports: ReportsPart,
  backups: BackupsPart,
} satisfies Record<string, ComponentType<{ uid: string }>>;
const names = Object.keys(parts) as Array<keyof typeof parts>;

/** The operator's page: the state of the server and its lists, each with the commands that act on it. */
export function OperatorScreen() {
  const session = useSession();
  const [params] = useSearchParams();
  if (session.status !== 'signed_in') return null;
  const { uid, isOperator } = session.reader;
  const code = params.get('code');
  if (isOperator) return <OperatorPage uid={uid} />;
  return code ? <FirstOperator uid={uid} code={code} /> : <NotAnOperator />;
}

function OperatorPage({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const title = t(($) => $.operator.title);
  const heading = usePage(title);
  const to = useAppPaths();
  const asked = useSearchParams()[0].get('part');
  const part = names.find((name) => name === asked) ?? 'state';
  const Part = parts[part];
  return (
    <div className={classes(stack(5), styles.screen)}>
      <PageHeading headingRef={heading} lead={t(($) => $.operator.lead)}>
        {title}
      </PageHeading>
      <LinkTabs
        label={t(($) => $.operator.parts)}
        tabs={names.map((name) => ({
          key: name,
          to: to.operator(name === 'state' ? undefined : name),
          isCurrent: name === part,
          name: t(($) => $.operator.part[name]),
        }))}
      />
      <Part key={part} uid={uid} />
    </div>
  );
}

function NotAnOperator() {
  const { t } = useTranslation();
  const title = t(($) => $.operator.title);
  const heading = usePage(title);
  return (
    <>
      <PageHeading headingRef={heading}>{title}</PageHeading>
      <EmptyState icon={Lock} title={t(($) => $.operator.not_operator)}>
        {t(($) => $.operator.not_operator_text)}
      </EmptyState>
    </>
  );
}
