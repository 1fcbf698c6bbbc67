import { Check, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Tag } from '../api/follow-names.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useDomainLabel } from '../i18n/use-domain-label.ts';
import { ToggleButton } from '../ui/toggle-button.tsx';
import styles from './follow-domain.module.css';
import { useFollow } from './use-follow.tsx';

/** A tag: its name leads to the search for it, the button follows it. */
export function FollowDomain({ tag }: { tag: Tag }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const name = useDomainLabel()(tag.name);
  const { on, press, offer } = useFollow(tag.follow, name);
  return (
    <>
      <span className={styles.tag}>
        <Link to={to.search({ domain: tag.name })} className={styles.name}>
          {name}
        </Link>
        <ToggleButton
          small
          icon={Plus}
          iconOn={Check}
          tone="follow"
          on={on}
          label={t(($) => $.home.follow, { topic: name })}
          className={styles.follow}
          onPress={press}
        />
      </span>
      {offer}
    </>
  );
}
