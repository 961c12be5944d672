import { z } from 'zod';
import type { Actor } from '../../auth/actor.ts';
import { objectionCategories } from '../../crm/objections/categories.ts';
import { selectList } from '../../db/select-list.ts';
import { described } from '../../shared/schema/described.ts';
import { pageInput, pageOf } from '../../shared/schema/page-schema.ts';
import { entryIds } from '../catalog/catalog.schema.ts';

export const crmDeal = z
  .object({
    id: described(z.string(), 'The id of the deal here.'),
    external_id: described(z.string(), 'The id in the CRM.'),
    outcome: described(z.string(), 'How the deal stands.', { examples: ['open', 'won', 'lost'] }),
    title: described(z.string().nullable(), 'Its name in the CRM.'),
    amount: described(z.string().nullable(), 'A decimal number as text.'),
    currency: described(z.string().nullable(), 'The currency of `amount`, as the CRM writes it.'),
    close_date: described(z.string().nullable(), 'When it was or is expected to be closed.', {
      format: 'date',
    }),
    probability: described(z.int().nullable(), 'How likely it is won, in per cent.'),
    pipeline_id: described(z.string().nullable(), 'The id of the pipeline in the CRM.'),
    stage_id: described(z.string().nullable(), 'The id of the stage in the CRM.'),
    industry_id: described(z.string().nullable(), entryIds.industry),
    lost_reason: described(z.string().nullable(), 'Why it was lost, as the CRM says.'),
    owner_user_id: described(
      z.string().nullable().optional(),
      'The person who is in charge of it. Present only while `member_detail_enabled` is on.',
    ),
    last_activity_at: described(
      z.iso.datetime().nullable(),
      'When something last happened to it in the CRM.',
    ),
    synced_at: described(
      z.iso.datetime().nullable(),
      'When it was last synchronized: after a change in the CRM, and once a day with all others.',
    ),
  })
  .meta({
    id: 'CrmDeal',
    description: 'A deal of the CRM, as it was last synchronized.',
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

export const crmDealPage = pageOf('CrmDealPage', crmDeal);

export const crmObjection = z
  .object({
    id: described(z.string(), 'The id of the objection here.'),
    deal_id: described(
      z.string(),
      'The deal in which it was raised: the `id` in `GET /crm/deals`.',
    ),
    category: described(z.string(), 'What it is about.', { examples: [...objectionCategories] }),
    text: described(z.string(), 'The objection in words.'),
    lang: described(z.string(), 'The language of `text`.'),
    created_at: described(z.iso.datetime().nullable(), 'When it was recorded.'),
  })
  .meta({
    id: 'CrmObjection',
    description: 'An objection of a customer, collected from the deals of the team.',
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

export const crmObjectionPage = pageOf('CrmObjectionPage', crmObjection);

export const crmPageInput = z.strictObject(pageInput);

/**
 * The public shape of `crm_deal d`. The owner is personal. A numeric is written without an exponent (D140).
 * The synchronization writes the rows (`worker/crm/synchronize/write-deals.ts`).
 */
export function dealShape(actor: Actor): string {
  const owner = actor.privacy.shows('deal', 'owner_user_id') ? 'd.owner_user_id,' : '';
  return `d.id, d.external_id, d.outcome, d.title, d.amount::text as amount, d.currency,
    d.close_date, d.probability, d.pipeline_id, d.stage_id, d.industry_id, d.lost_reason, ${owner}
    iso(d.last_activity_at) as last_activity_at, iso(d.synced_at) as synced_at`;
}

/** The public shape of `crm_objection o`. */
export const objectionShape = selectList(crmObjection, { model: 'crmObjection', as: 'o' }, {});
