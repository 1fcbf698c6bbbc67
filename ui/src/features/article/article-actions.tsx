import { Bookmark, FileText, Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import type { NextStep } from '../../hooks/step-groups.ts';
import { useMark } from '../../hooks/use-mark.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { paths } from '../../paths.ts';
import { ToolLink, ToolToggle } from '../../ui/tool-button.tsx';
import styles from './article-actions.module.css';
import { CalendarTool } from './calendar-link.tsx';
import { FollowButton } from './follow-button.tsx';
import type { ReaderPart } from './reader-part.ts';
import { ShareMenu } from './share-menu.tsx';
import { StepButton } from './step-button.tsx';

interface ArticleActionsProps {
  article: Article;
  today: string;
  part: ReaderPart;
  /** The reader's next step, if one is left. */
  next: NextStep | undefined;
}

/** The next step, or else to follow, which the menu above the article has too, and quietly calendar, share, PDF, save and like: a panel, on phones a bar at the bottom. */
export function ArticleActions({ article, today, part, next }: ArticleActionsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { slug, likes, bookmarks } = article;
  const number = (value: number) => formatNumber(value, language);
  const like = useMark({ kind: 'like', id: slug });
  const bookmark = useMark({ kind: 'bookmark', id: slug });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named group of buttons, not of form fields
    <div
      className={styles.actions}
      role="group"
      aria-label={t(($) => $.article.tools)}
      data-print="hide"
    >
      {next ? (
        <StepButton next={next} />
      ) : (
        <>
          <FollowButton topic={article.topic} isPrimary={!part.isOthers} />
          <p className={styles.note}>{t(($) => $.article.follow_note)}</p>
        </>
      )}
      <div className={styles.tools}>
        <CalendarTool article={article} today={today} part={part} />
        <ShareMenu article={article} />
        {article.file_url && (
          <ToolLink
            icon={FileText}
            label={t(($) => $.article.pdf)}
            aria-label={t(($) => $.article.pdf_label)}
            href={paths.fetchPdf(article.file_url, language)}
            target="_blank"
            rel="noopener"
          />
        )}
        <ToolToggle
          icon={Bookmark}
          tone="bookmark"
          on={bookmark.on}
          label={t(($) => $.article.bookmark)}
          name={t(($) => $.home.bookmark, { count: bookmarks, number: number(bookmarks) })}
          count={number(bookmarks)}
          onPress={bookmark.press}
        />
        <ToolToggle
          icon={Heart}
          tone="like"
          on={like.on}
          label={t(($) => $.article.like)}
          name={t(($) => $.home.like, { count: likes, number: number(likes) })}
          count={number(likes)}
          onPress={like.press}
        />
      </div>
    </div>
  );
}
