import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { PageInfoBar } from './page-info-bar.tsx';
import styles from './sign-in.module.css';
import { Terms } from './terms.tsx';
import { useWidget } from './widget-context.ts';

interface SheetProps {
  title: string;
  subtitle?: string;
  /** The page has a field that focuses itself. */
  form?: boolean;
  /** The page ends with the terms. */
  terms?: boolean;
  children: ReactNode;
}

/** The card of a page: title, message, progress. */
export function Sheet({ title, subtitle, form = false, terms, children }: SheetProps) {
  const { t } = useTranslation();
  const { page, visit, busy } = useWidget();
  const heading = useRef<HTMLHeadingElement>(null);

  // The focus must not stay where the pressed button was.
  useEffect(() => {
    if (visit > 1 && !form) heading.current?.focus();
  }, [visit, form]);

  return (
    <Card
      page={page.id}
      title={title}
      titleRef={heading}
      {...(subtitle && { subtitle })}
      busy={busy ? t(($) => $.sign_in.a11y.loading) : undefined}
    >
      <PageInfoBar />
      <div className={styles.content}>
        {children}
        {terms && <Terms />}
      </div>
    </Card>
  );
}
