import { Bookmark, Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ArticleSummary } from '../api/types.ts';
import { useMark } from '../hooks/use-mark.ts';
import { formatNumber } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { CountButton } from '../ui/count-button.tsx';

/** Like and bookmark of a card, each with its count. */
export function ArticleMarks({ article }: { article: ArticleSummary }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const like = useMark({ kind: 'like', id: article.slug });
  const bookmark = useMark({ kind: 'bookmark', id: article.slug });
  const [likes, bookmarks] = [article.likes, article.bookmarks].map((value) =>
    formatNumber(value, language),
  ) as [string, string];
  const about = t(($) => $.home.about_article, { title: article.title });
  return (
    <>
      <CountButton
        icon={Heart}
        tone="like"
        on={like.on}
        label={t(($) => $.home.like, { count: article.likes, number: likes }) + about}
        count={likes}
        onPress={like.press}
      />
      <CountButton
        icon={Bookmark}
        tone="bookmark"
        on={bookmark.on}
        label={t(($) => $.home.bookmark, { count: article.bookmarks, number: bookmarks }) + about}
        count={bookmarks}
        onPress={bookmark.press}
      />
    </>
  );
}
