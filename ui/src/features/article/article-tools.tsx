import { Bookmark, FileText, Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { useMark } from '../../hooks/use-mark.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ToggleButton } from '../../ui/toggle-button.tsx';
import styles from './article-tools.module.css';
import { MoreMenu } from './more-menu.tsx';
import { ShareMenu } from './share-menu.tsx';

/** Like, save, share, PDF and the menu. */
export function ArticleTools({ article }: { article: Article }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const like = useMark({ kind: 'like', id: article.slug });
  const bookmark = useMark({ kind: 'bookmark', id: article.slug });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named group of buttons, not of form fields
    <div
      className={styles.tools}
      role="group"
      aria-label={t(($) => $.article.tools)}
      data-print="hide"
    >
      <ToggleButton icon={Heart} tone="like" variant="primary" on={like.on} onPress={like.press}>
        {t(($) => $.article.like)} · {formatNumber(article.likes, language)}
      </ToggleButton>
      <ToggleButton icon={Bookmark} tone="bookmark" on={bookmark.on} onPress={bookmark.press}>
        {t(($) => $.article.bookmark)} · {formatNumber(article.bookmarks, language)}
      </ToggleButton>
      <ShareMenu article={article} />
      {article.file_url && (
        <a
          className={buttonClass()}
          href={paths.fetchPdf(article.file_url)}
          target="_blank"
          rel="noopener"
          aria-label={t(($) => $.article.pdf_label)}
        >
          <FileText aria-hidden="true" />
          {t(($) => $.article.pdf)}
        </a>
      )}
      <MoreMenu article={article} />
    </div>
  );
}
