import { jsonOf, operation, router } from '../../operation/procedure.ts';
import { docText } from '../../shared/doc-text.ts';
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
      sdk: 'crm.deals.list',
      tag: 'CRM',
      summary: docText({ en: 'List CRM deals', de: 'CRM-Deals auflisten' }),
      description: docText({
        en: 'Synchronized deals, sorted by their first synchronization, newest first. Empty without a connection.',
        de: 'Abgeglichene Deals, nach ihrem ersten Abgleich sortiert, die neuesten zuerst. Leer ohne Verbindung.',
      }),
    },
  )
    .input(crmPageInput)
    .output(jsonOf(crmDealPage))
    .query(({ ctx, input }) => listDeals(ctx, input)),

  listObjections: operation(read, {
    method: 'GET',
    path: '/crm/objections',
    operationId: 'listCrmObjections',
    sdk: 'crm.objections.list',
    tag: 'CRM',
    summary: docText({ en: 'List CRM objections', de: 'CRM-Einwände auflisten' }),
    description: docText({
      en: "The team's synchronized objection catalog, newest first.",
      de: 'Die abgeglichenen Einwände des Teams, die neuesten zuerst.',
    }),
  })
    .input(crmPageInput)
    .output(jsonOf(crmObjectionPage))
    .query(({ ctx, input }) => listObjections(ctx, input)),
});
