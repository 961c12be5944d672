import { z } from 'zod';
import type { Actor } from '../../auth/actor.ts';
import { showsField } from '../../auth/privacy.ts';
import { pageInput, pageOf } from '../../shared/page-schema.ts';

const crmDeal = z
  .object({
    id: z.string(),
    external_id: z.string().meta({ description: 'The id in the CRM.' }),
    outcome: z.string().meta({ examples: ['open', 'won', 'lost'] }),
    title: z.string().nullable(),
    amount: z.string().nullable().meta({ description: 'A decimal number as text.' }),
    currency: z.string().nullable(),
    close_date: z.string().nullable().meta({ format: 'date' }),
    probability: z.int().nullable().meta({ description: 'Per cent.' }),
    pipeline_id: z.string().nullable(),
    stage_id: z.string().nullable(),
    industry_id: z.string().nullable(),
    lost_reason: z.string().nullable(),
    owner_user_id: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Present only while `member_detail_enabled` is on.' }),
    last_activity_at: z.iso.datetime().nullable(),
    synced_at: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'CrmDeal',
    examples: [
      {
        id: 'deal_01jc9v4n6pq1r8s3t5w7x2y4z6',
        external_id: '48213',
        outcome: 'open',
        title: 'Renewal 2027',
        amount: '18400.50',
        currency: 'EUR',
        close_date: '2026-12-18',
        probability: 60,
        pipeline_id: 'default',
        stage_id: 'negotiation',
        industry_id: 'ind_software',
        lost_reason: null,
        owner_user_id: 'usr_01jb2h5n7pr8s4t6v9w1x3y5z7',
        last_activity_at: '2026-11-02T14:20:00.000Z',
        synced_at: '2026-11-03T02:00:00.000Z',
      },
    ],
  });
export type CrmDeal = z.output<typeof crmDeal>;

export const crmDealPage = pageOf('CrmDealPage', crmDeal);

const crmObjection = z
  .object({
    id: z.string(),
    deal_id: z.string(),
    category: z.string(),
    text: z.string(),
    lang: z.string(),
    created_at: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'CrmObjection',
    examples: [
      {
        id: 'obj_01jcap6r8st2v5w7x9y1z3b5c7',
        deal_id: 'deal_01jc9v4n6pq1r8s3t5w7x2y4z6',
        category: 'price',
        text: 'That is more than we have planned for.',
        lang: 'en',
        created_at: '2026-11-03T02:00:00.000Z',
      },
    ],
  });
export type CrmObjection = z.output<typeof crmObjection>;

export const crmObjectionPage = pageOf('CrmObjectionPage', crmObjection);

export const crmPageInput = z.strictObject(pageInput);

/**
 * The public shape of `crm_deal d`. Its owner is personal. A numeric is written without exponent
 * (D140).
 */
export function dealShape(actor: Actor): string {
  const owner = showsField(actor.privacy, 'deal', 'owner_user_id') ? 'd.owner_user_id,' : '';
  return `d.id, d.external_id, d.outcome, d.title, d.amount::text as amount, d.currency,
    d.close_date, d.probability, d.pipeline_id, d.stage_id, d.industry_id, d.lost_reason, ${owner}
    iso(d.last_activity_at) as last_activity_at, iso(d.synced_at) as synced_at`;
}

/** The public shape of `crm_objection o`. */
export const objectionShape =
  'o.id, o.deal_id, o.category, o.text, o.lang, iso(o.created_at) as created_at';
