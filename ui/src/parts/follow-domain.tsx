import { domainTopic } from '../api/follow-names.ts';
import { useDomainLabel } from '../i18n/use-domain-label.ts';
import { Follow } from './follow.tsx';

/** A tag that can be followed. */
export function FollowDomain({ domain }: { domain: string }) {
  const name = useDomainLabel()(domain);
  return (
    <Follow name={domainTopic(domain)} subject={name}>
      {name}
    </Follow>
  );
}
