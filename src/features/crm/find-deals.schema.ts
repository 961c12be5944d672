import { z } from 'zod';
import { pageInput } from '../../shared/page-schema.ts';
import { text } from '../../shared/text.ts';
import { crmDeal, crmObjection } from './crm.schema.ts';

const id = text(100).min(1);
const ofPage = {
  next_cursor: z.string().nullable(),
  /** The search has looked at all rows since then, and the next page goes on there (P285). */
  searched_back_to: z.iso.datetime().nullable(),
};

export const findDealsInput = z.strictObject({
  ...pageInput,
  connection_id: id.optional(),
  outcome: z.enum(['open', 'won', 'lost']).optional(),
  /** Refused while `member_detail_enabled` is off. */
  owner_user_id: id.optional(),
});

export const foundDeals = z.strictObject({
  data: z.array(
    z.strictObject({
      ...crmDeal.shape,
      connection_id: z.string(),
      /** The deal in the CRM, for people. Null if the CRM has no such page. */
      url: z.string().nullable(),
    }),
  ),
  ...ofPage,
});
export type FoundDeals = z.output<typeof foundDeals>;

export const findObjectionsInput = z.strictObject({
  ...pageInput,
  connection_id: id.optional(),
  category: text(50).min(1).optional(),
});

export const foundObjections = z.strictObject({
  data: z.array(
    z.strictObject({
      ...crmObjection.shape,
      connection_id: z.string(),
      deal_title: z.string().nullable(),
      deal_url: z.string().nullable(),
    }),
  ),
  ...ofPage,
});
export type FoundObjections = z.output<typeof foundObjections>;
