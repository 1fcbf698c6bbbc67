import { AtSign, Link2, MessageCircle, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { track } from '../../api/analytics.ts';
import type { ShareTarget } from '../../api/analytics-event.ts';
import type { Article } from '../../api/types.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { paths } from '../../paths.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuItems } from '../../ui/menu-items.tsx';
import { Modal } from '../../ui/modal.tsx';
import { plainOpening } from '../../ui/parse-markdown.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { FacebookMark, XMark } from './share-marks.ts';
import { copyLink, hasShareSheet, shareOnDevice, shareTargets } from './share-targets.ts';

/** On a phone its own sheet; copy link, X, Facebook, e-mail, WhatsApp. */
export function ShareMenu({ article }: { article: Article }) {
  const { t } = useTranslation();
  const url = paths.sharedArticle(window.location.origin, article.slug, useLanguage());
  const [byHand, setByHand] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const targets = shareTargets(url, article.title, plainOpening(article.simple_explanation));

  function count(target: ShareTarget) {
    track({ name: 'share', target });
  }

  async function copy() {
    count('copy');
    const copied = await copyLink(url);
    if (copied) showToast(t(($) => $.article.link_copied));
    else setByHand(true);
  }

  const trigger = <ToolButton ref={opener} icon={Share2} label={t(($) => $.article.share)} />;
  const menu = (
    <Menu trigger={trigger}>
      {hasShareSheet() && (
        <MenuItems.Action
          icon={Share2}
          label={t(($) => $.article.share_sheet)}
          onSelect={() => void shareOnDevice(url, article.title)}
        />
      )}
      <MenuItems.Action icon={Link2} label={t(($) => $.article.share_copy)} onSelect={copy} />
      <MenuItems.Link
        icon={XMark}
        label={t(($) => $.article.share_x)}
        href={targets.x}
        newTab
        onSelect={() => count('x')}
      />
      <MenuItems.Link
        icon={FacebookMark}
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
  return (
    <>
      {menu}
      <Modal
        open={byHand}
        onClose={() => setByHand(false)}
        title={t(($) => $.article.link_not_copied)}
        opener={opener}
      >
        <CopyByHand url={url} />
      </Modal>
    </>
  );
}

/* The address, selected, so that one key or press copies it. */
function CopyByHand({ url }: { url: string }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <TextField
      label={t(($) => $.article.link_address)}
      value={url}
      readOnly
      inputRef={field}
      onFocus={(event) => event.target.select()}
    />
  );
}
