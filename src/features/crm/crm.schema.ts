import { z } from 'zod';
import type { Actor } from '../../auth/actor.ts';
import { objectionCategories } from '../../crm/objections/categories.ts';
import { selectList } from '../../db/select-list.ts';
import { described } from '../../shared/schema/doc-text.ts';
import { pageInput, pageOf } from '../../shared/schema/page-schema.ts';
import { entryIds } from '../catalog/catalog.schema.ts';

export const crmDeal = z
  .object({
    id: described(z.string(), { en: 'The id of the deal here.', de: 'Die ID des Deals hier.' }),
    external_id: described(z.string(), { en: 'The id in the CRM.', de: 'Die ID im CRM.' }),
    outcome: described(z.string(), {
      en: 'How the deal stands.',
      de: 'Der Stand des Deals.',
      examples: ['open', 'won', 'lost'],
    }),
    title: described(z.string().nullable(), {
      en: 'Its name in the CRM.',
      de: 'Sein Name im CRM.',
    }),
    amount: described(z.string().nullable(), {
      en: 'A decimal number as text.',
      de: 'Eine Dezimalzahl als Text.',
    }),
    currency: described(z.string().nullable(), {
      en: 'The currency of `amount`, as the CRM writes it.',
      de: 'Die Währung von `amount`, wie das CRM sie schreibt.',
    }),
    close_date: described(z.string().nullable(), {
      en: 'When it was or is expected to be closed.',
      de: 'Wann er abgeschlossen wurde oder voraussichtlich wird.',
      format: 'date',
    }),
    probability: described(z.int().nullable(), {
      en: 'How likely it is won, in per cent.',
      de: 'Wie wahrscheinlich er gewonnen wird, in Prozent.',
    }),
    pipeline_id: described(z.string().nullable(), {
      en: 'The id of the pipeline in the CRM.',
      de: 'Die ID der Pipeline im CRM.',
    }),
    stage_id: described(z.string().nullable(), {
      en: 'The id of the stage in the CRM.',
      de: 'Die ID der Phase im CRM.',
    }),
    industry_id: z.string().nullable().meta({ description: entryIds.industry }),
    lost_reason: described(z.string().nullable(), {
      en: 'Why it was lost, as the CRM says.',
      de: 'Warum er verloren wurde, wie es im CRM steht.',
    }),
    owner_user_id: described(z.string().nullable().optional(), {
      en: 'The person who is in charge of it. Present only while `member_detail_enabled` is on.',
      de: 'Die Person, die dafür zuständig ist. Nur da, solange `member_detail_enabled` an ist.',
    }),
    last_activity_at: described(z.iso.datetime().nullable(), {
      en: 'When something last happened to it in the CRM.',
      de: 'Wann im CRM zuletzt etwas daran geschah.',
    }),
    synced_at: described(z.iso.datetime().nullable(), {
      en: 'When it was last synchronized: after a change in the CRM, and once a day with all others.',
      de: 'Wann er zuletzt abgeglichen wurde: nach einer Änderung im CRM, und einmal am Tag mit allen anderen.',
    }),
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
    id: described(z.string(), {
      en: 'The id of the objection here.',
      de: 'Die ID des Einwands hier.',
    }),
    deal_id: described(z.string(), {
      en: 'The deal in which it was raised: the `id` in `GET /crm/deals`.',
      de: 'Der Deal, in dem er vorkam: die `id` in `GET /crm/deals`.',
    }),
    category: described(z.string(), {
      en: 'What it is about.',
      de: 'Worum es geht.',
      examples: [...objectionCategories],
    }),
    text: described(z.string(), { en: 'The objection in words.', de: 'Der Einwand in Worten.' }),
    lang: described(z.string(), { en: 'The language of `text`.', de: 'Die Sprache von `text`.' }),
    created_at: described(z.iso.datetime().nullable(), {
      en: 'When it was recorded.',
      de: 'Wann er festgehalten wurde.',
    }),
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
