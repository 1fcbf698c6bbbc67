import type { ReactNode } from 'react';

interface ArticleSectionProps {
  /** Anchor of the heading. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A part of an article under its own heading. */
export function ArticleSection({ id, title, children }: ArticleSectionProps) {
  return (
    <section className="article-section" aria-labelledby={id}>
      <h2 id={id} className="article-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}
