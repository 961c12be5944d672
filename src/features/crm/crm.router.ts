import { inputWith, jsonOf, operation, router } from '../../operation/procedure.ts';
import { crmDealPage, crmObjectionPage, crmPageInput } from './crm.schema.ts';
import {
  dealListInput,
  dealPageInApp,
  objectionFilters,
  objectionPageInApp,
} from './deals.schema.ts';
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
      sdk: 'crm.deals.list',
      tag: 'CRM',
      summary: 'List CRM deals',
      description:
        'Synchronized deals, sorted by their first synchronization, newest first. Empty without a connection.',
      inApp: { name: 'crm.listDeals', personal: 'found_deal', input: dealListInput },
    },
  )
    .input(inputWith(crmPageInput, dealListInput))
    .output(jsonOf(crmDealPage, dealPageInApp))
    .query(({ ctx, input }) => listDeals(ctx, { ...input, ...ctx.inApp }, ctx.visit)),

  listObjections: operation(read, {
    method: 'GET',
    path: '/crm/objections',
    operationId: 'listCrmObjections',
    sdk: 'crm.objections.list',
    tag: 'CRM',
    summary: 'List CRM objections',
    description: "The team's synchronized objection catalog, newest first.",
    inApp: { name: 'crm.listObjections', input: objectionFilters },
  })
    .input(inputWith(crmPageInput, objectionFilters))
    .output(jsonOf(crmObjectionPage, objectionPageInApp))
    .query(({ ctx, input }) => listObjections(ctx, { ...input, ...ctx.inApp }, ctx.visit)),
});
