import { z } from 'zod';
import { columnsOf, defineListExport } from '../../operation/define-list-export.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type FoundDeal, findDealsInput } from './find-deals.schema.ts';
import { findDeals } from './find-deals.ts';

const column = columnsOf<FoundDeal>();

/** The deals as a file. A search stays out of it, because a title may name people (P380). */
export const dealExport = defineListExport({
  rights: { begin: 'export_lists', read: 'see_crm' },
  filter: findDealsInput
    .omit({ cursor: true, limit: true, search: true, without_member: true })
    .extend({ without_member: z.literal('true').optional() }),
  columns: [
    column('Titel', 'Title', ({ title }) => title),
    column('Ausgang', 'Outcome', ({ outcome }) => outcome),
    column('Betrag', 'Amount', ({ amount }) => amount),
    column('Währung', 'Currency', ({ currency }) => currency),
    column('Abschluss', 'Closing date', ({ close_date }) => close_date),
    column('Wahrscheinlichkeit (%)', 'Probability (%)', ({ probability }) => probability),
    column(
      'Pipeline',
      'Pipeline',
      ({ pipeline_name, pipeline_id }) => pipeline_name ?? pipeline_id,
    ),
    column('Phase', 'Stage', ({ stage_name, stage_id }) => stage_name ?? stage_id),
    column('Verlustgrund', 'Lost reason', ({ lost_reason }) => lost_reason),
    column('Verbindung', 'Connection', ({ connection_name }) => connection_name),
    column('Kennung im CRM', 'Id in the CRM', ({ external_id }) => external_id),
    column('Deal: Kennung', 'Deal: id', ({ id }) => id),
    column('Zuständig: Kennung', 'In charge: id', ({ owner_user_id }) => owner_user_id),
    column('Zuständig im CRM', 'In charge in the CRM', (deal) => deal.owner_name ?? deal.owner_id),
    column('Letzte Aktivität (UTC)', 'Last activity (UTC)', (deal) => deal.last_activity_at),
  ],
  async begin(call, { filter, format }) {
    if (filter.owner_user_id || filter.without_member) call.actor.privacy.requireMemberDetail();
    await recordAudit(call, {
      action: 'deal_list.exported',
      targetId: call.db.tenantId,
      changes: { format, ...filter },
    });
  },
  read: (call, { filter: { without_member, ...filter }, cursor, limit }) =>
    findDeals(call, { cursor, limit, ...filter, ...(without_member && { without_member: true }) }),
});
