import { AtSign, Link2, MessageCircle, Share2, ThumbsUp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ShareTarget, track } from '../../api/analytics.ts';
import type { Article } from '../../api/types.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { paths } from '../../paths.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuItems } from '../../ui/menu-items.tsx';
import { plainOpening } from '../../ui/parse-markdown.ts';
import { showToast } from '../../ui/toast.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { copyLink, shareTargets } from './share-targets.ts';

/** Copy link, X, Facebook, e-mail, WhatsApp. */
export function ShareMenu({ article }: { article: Article }) {
  const { t } = useTranslation();
  const url = paths.sharedArticle(window.location.origin, article.slug, useLanguage());
  const targets = shareTargets(url, article.title, plainOpening(article.simple_explanation));

  function count(target: ShareTarget) {
    track({ name: 'share', target });
  }

  async function copy() {
    count('copy');
    const copied = await copyLink(url);
    showToast(copied ? t(($) => $.article.link_copied) : t(($) => $.article.link_not_copied));
  }

  const trigger = <ToolButton icon={Share2} label={t(($) => $.article.share)} />;
  return (
    <Menu trigger={trigger}>
      <MenuItems.Action icon={Link2} label={t(($) => $.article.share_copy)} onSelect={copy} />
      <MenuItems.Link
        icon={X}
        label={t(($) => $.article.share_x)}
        href={targets.x}
        newTab
        onSelect={() => count('x')}
      />
      <MenuItems.Link
        icon={ThumbsUp}
        label={t(($) => $.article.share_facebook)}
        href={targets.facebook}
        onSelect={() => count('facebook')}
        newTab
      />
      <MenuItems.Link
        icon={AtSign}
        label={t(($) => $.article.share_email)}
        href={targets.email}
        onSelect={() => count('email')}
      />
      <MenuItems.Link
        icon={MessageCircle}
        label={t(($) => $.article.share_whatsapp)}
        href={targets.whatsapp}
        onSelect={() => count('whatsapp')}
        newTab
      />
    </Menu>
  );
}
