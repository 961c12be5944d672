import { useQuery } from '@tanstack/react-query';
import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { hasState } from '../../../shared/web/states.ts';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { SHOWN, ShortList } from '../../team/person-work/person-work.tsx';
import { moneyText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { State } from '../../ui/state.tsx';
import { personTexts } from './person-texts.ts';

/** The deals of which the member is in charge. A team without a CRM, or a member without deals, sees nothing. */
export function PersonDeals({ member: { user_id } }: { member: MemberInApp }) {
  const t = useTexts(personTexts);
  const language = useLanguage();
  const maySee = useMay('see_crm');
  const owner_user_id = user_id ?? '';
  // While member detail is off, the server refuses to say whose a deal is, even one's own.
  const read = useQuery({
    ...trpc.crm.listDeals.queryOptions({ owner_user_id, limit: SHOWN }),
    enabled: maySee && user_id !== null,
  });
  const rows = read.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <ShortList
      all={{ to: '/crm/deals', search: { owner: owner_user_id } }}
      empty=""
      lines={rows.map((deal) => ({
        id: deal.id,
        place: { to: '/crm/deals', search: { owner: owner_user_id, deal: deal.id } },
        title: deal.title ?? t.untitled,
        more: moneyText(deal, language),
        end: hasState('deal', deal.outcome) ? (
          <State is={deal.outcome} noun="deal" />
        ) : (
          <Badge>{deal.outcome}</Badge>
        ),
      }))}
      read={read}
      title={t.deals}
    />
  );
}
