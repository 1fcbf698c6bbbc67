import { Ellipsis, Flag, Radar } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { useAccountGate } from '../../hooks/use-account-gate.ts';
import { useSite } from '../../hooks/use-site.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuItems } from '../../ui/menu-items.tsx';

/** "Report Issue" writes to the operator when an address is configured; "Track Law" needs an account. */
export function MoreMenu({ article }: { article: Article }) {
  const { t } = useTranslation();
  const gate = useAccountGate();
  const contact = useSite()?.contact_email;
  const subject = t(($) => $.article.report_subject, { title: article.title });
  const url = paths.sharedArticle(window.location.origin, article.slug);
  const report = t(($) => $.article.report_issue);

  const trigger = (
    <Button aria-label={t(($) => $.article.more)}>
      <Ellipsis aria-hidden="true" />
    </Button>
  );
  return (
    <Menu trigger={trigger} align="end">
      {contact ? (
        <MenuItems.Link
          icon={Flag}
          label={report}
          href={`mailto:${contact}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`}
        />
      ) : (
        <MenuItems.Action icon={Flag} label={report} onSelect={() => gate()} />
      )}
      <MenuItems.Action
        icon={Radar}
        label={t(($) => $.article.track_law)}
        onSelect={() => gate()}
      />
    </Menu>
  );
}
