import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type MailCampaign, operatorQueries, pauseCampaign } from '../../api/operator.ts';
import { formatMomentWithOffset, formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Facts } from '../../ui/facts.tsx';
import { plain, stack } from '../../ui/layout.ts';
import { Command, Commands } from './command.tsx';
import styles from './operator.module.css';
import { PartContent } from './part-content.tsx';
import { RowAction } from './row-action.tsx';

const statuses = ['active', 'paused', 'cancelled', 'done'] as const;

/** The campaigns under way and the latest others. */
export function CampaignsPart({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const query = useQuery(operatorQueries.campaigns(uid));
  return (
    <div className={stack(5)}>
      <Command text="paragraf mail status" />
      <PartContent
        query={query}
        isEmpty={(campaigns) => campaigns.length === 0}
        empty={t(($) => $.operator.no_campaigns)}
      >
        {(campaigns) => (
          <ul className={plain}>
            {campaigns.map((campaign) => (
              <Campaign key={campaign.id} campaign={campaign} uid={uid} />
            ))}
          </ul>
        )}
      </PartContent>
    </div>
  );
}

function Campaign({ campaign, uid }: { campaign: MailCampaign; uid: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, kind, subject, failed, unknown, refusal } = campaign;
  const status = statuses.find((known) => known === campaign.status) ?? 'done';
  const isUnderWay = status === 'active' || status === 'paused';
  const number = (value: number) => formatNumber(value, language);

  return (
    <li className={styles.row}>
      <h2>{subject ?? t(($) => $.operator.mail_kind[kind])}</h2>
      <p className={styles.meta}>
        <span className={styles.state} data-state={status}>
          {t(($) => $.operator.campaign[status])}
        </span>
        {` · ${formatMomentWithOffset(campaign.not_before, language)} · `}
        <span translate="no">{id}</span>
      </p>
      {refusal && (
        <p lang="en" className={styles.reason}>
          {refusal}
        </p>
      )}
      <Facts
        className={styles.facts}
        facts={[
          [t(($) => $.operator.fact.recipients), number(campaign.total)],
          [t(($) => $.operator.fact.pending), number(campaign.pending)],
          [t(($) => $.operator.fact.sent), number(campaign.sent)],
          [t(($) => $.operator.fact.not_sent), number(failed)],
          [t(($) => $.operator.fact.bounced), number(campaign.bounced)],
          [t(($) => $.operator.fact.unknown), number(unknown)],
        ]}
      />
      <RowAction
        uid={uid}
        label={status === 'active' ? t(($) => $.operator.pause) : t(($) => $.operator.resume)}
        isOffered={isUnderWay}
        onAct={() => pauseCampaign(id, status === 'active')}
      />
      <Commands
        commands={[
          `paragraf mail status ${id}`,
          ...(status === 'active' ? [`paragraf mail pause ${id}`] : []),
          ...(status === 'paused' ? [`paragraf mail resume ${id}`] : []),
          ...(isUnderWay ? [`paragraf mail cancel ${id}`] : []),
          ...(failed > 0 ? [`paragraf mail retry ${id}`] : []),
          ...(unknown > 0 ? [`paragraf mail retry ${id} --unknown`] : []),
        ]}
      />
    </li>
  );
}
