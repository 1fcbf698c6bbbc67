import { CircleCheck, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { usePage } from '../../hooks/use-page.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import styles from './mail-page.module.css';

interface MailPageProps {
  title: string;
  lead?: ReactNode;
  /** Something has been done. */
  done?: boolean;
  icon?: LucideIcon;
  /** It has taken the place of another state: what was pressed is gone, so the heading is read. */
  arrived?: boolean;
  children?: ReactNode;
}

/** One state of a page that a mail leads to; give each state a `key` of its own. */
export function MailPage({ title, lead, done, icon, arrived = false, children }: MailPageProps) {
  const heading = usePage(title);
  const Icon = done ? CircleCheck : icon;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it comes
  useEffect(() => {
    if (arrived) heading.current?.focus();
  }, []);
  return (
    <div className={styles.page}>
      {Icon && <Icon aria-hidden="true" className={done ? styles.done : styles.icon} />}
      <PageHeading headingRef={heading} lead={lead}>
        {title}
      </PageHeading>
      {children}
    </div>
  );
}

/** Buttons side by side, the first one first. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** What comes after the matter itself, behind a rule. */
export function Aside({
  title,
  text,
  children,
}: {
  title?: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section className={styles.aside}>
      {title && <h2>{title}</h2>}
      <p className={styles.asideText}>{text}</p>
      {children}
    </section>
  );
}
