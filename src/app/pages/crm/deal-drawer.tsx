import { Time } from '../../session/time.tsx';
import { useEntryName } from '../../team/entry-names.ts';
import { useMembersById } from '../../team/members-by-id.ts';
import { dateText, moneyText, percentText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CrmLink } from './crm-link.tsx';
import { Outcome } from './deal-table.tsx';
import { crmTexts } from './texts.ts';
import type { FoundDeal } from './use-deals.ts';

export function DealDrawer({ deal, onClose }: { deal: FoundDeal; onClose: () => void }) {
  const t = useTexts(crmTexts);
  const language = useLanguage();
  const nameOf = useEntryName();
  const { close_date, last_activity_at, synced_at, probability, owner_user_id } = deal;
  const ids = [
    ['ID', deal.id],
    [t.external, deal.external_id],
    [t.pipeline, deal.pipeline_id],
    [t.stage, deal.stage_id],
  ] as const;
  return (
    <Dialog
      isDrawer
      lead={deal.url ? <CrmLink url={deal.url} /> : null}
      onClose={onClose}
      title={deal.title ?? t.untitled}
    >
      <Details>
        <Detail label={t.outcome}>
          <Outcome outcome={deal.outcome} />
        </Detail>
        {owner_user_id ? <Owner id={owner_user_id} /> : null}
        <Detail label={t.amount}>{moneyText(deal, language)}</Detail>
        <Detail label={t.close}>
          {close_date ? dateText(close_date, { language, timeZone: 'UTC' }) : '–'}
        </Detail>
        <Detail label={t.probability}>
          {probability === null ? '–' : percentText(probability / 100, language)}
        </Detail>
        {deal.industry_id ? <Detail label={t.industry}>{nameOf(deal.industry_id)}</Detail> : null}
        {deal.lost_reason ? <Detail label={t.lost}>{deal.lost_reason}</Detail> : null}
        <Detail label={t.activity}>
          {last_activity_at ? <Time at={last_activity_at} shows="date-time" /> : '–'}
        </Detail>
        <Detail label={t.synced}>
          {synced_at ? <Time at={synced_at} shows="date-time" /> : '–'}
        </Detail>
        {ids.map(([label, id]) =>
          id ? (
            <Detail key={label} label={label}>
              <CopyableId id={id} />
            </Detail>
          ) : null,
        )}
      </Details>
    </Dialog>
  );
}

/** By name, if a member of the team has this account. */
function Owner({ id }: { id: string }) {
  const t = useTexts(crmTexts);
  const person = useMembersById([id]).get(id);
  const name = person?.name ?? person?.email;
  return <Detail label={t.owner}>{name ?? <CopyableId id={id} />}</Detail>;
}
