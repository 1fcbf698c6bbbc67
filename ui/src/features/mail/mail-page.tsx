import { CircleCheck, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { usePage } from '../../hooks/use-page.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import styles from './mail-page.module.css';

interface MailPageProps {
  title: string;
  lead?: ReactNode;
  /** The state reached by an action. */
  done?: boolean;
  icon?: LucideIcon;
  /** It replaced another state and the pressed button is gone, so the heading takes the focus. */
  arrived?: boolean;
  children?: ReactNode;
}

/** One state of a mail page; give each state its own `key`. */
export function MailPage({ title, lead, done, icon, arrived = false, children }: MailPageProps) {
  const heading = usePage(title);
  const Icon = done ? CircleCheck : icon;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
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

/** A row of buttons, the main one first. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** Secondary content below a rule. */
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
