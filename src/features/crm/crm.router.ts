import { jsonOf, operation, router } from '../../operation/procedure.ts';
import { crmDealPage, crmObjectionPage, crmPageInput } from './crm.schema.ts';
import { listDeals } from './list-deals.ts';
import { listObjections } from './list-objections.ts';

const read = { scope: 'cases:read', needsMemberDetail: false, app: 'see_crm' } as const;

export const crmRouter = router({
  listDeals: operation(
    { ...read, personal: 'deal' },
    {
      method: 'GET',
      path: '/crm/deals',
      operationId: 'listCrmDeals',
      tag: 'CRM',
      summary: 'List CRM deals',
      description:
        'Synchronized deals, sorted by their first synchronization, newest first. Empty without a connection.',
    },
  )
    .input(crmPageInput)
    .output(jsonOf(crmDealPage))
    .query(({ ctx, input }) => listDeals(ctx, input)),

  listObjections: operation(read, {
    method: 'GET',
    path: '/crm/objections',
    operationId: 'listCrmObjections',
    tag: 'CRM',
    summary: 'List CRM objections',
    description: "The team's synchronized objection catalog, newest first.",
  })
    .input(crmPageInput)
    .output(jsonOf(crmObjectionPage))
    .query(({ ctx, input }) => listObjections(ctx, input)),
});
