import { z } from 'zod';
import { crmProviders } from '../../crm/connection-settings.ts';
import { dateInput } from '../../shared/schema/date-time.ts';
import { searchedPage } from '../../shared/schema/page-schema.ts';
import { text, trimmedText } from '../../shared/schema/text.ts';
import { crmDeal, crmDealPage, crmObjection, crmObjectionPage } from './crm.schema.ts';

const id = text(100).min(1);
const dealSearch = trimmedText(1, 200);

export const dealFilters = z.strictObject({
  connection_id: id.optional(),
  outcome: z.enum(['open', 'won', 'lost']).optional(),
  /** This filter is refused while `member_detail_enabled` is off. */
  owner_user_id: id.optional(),
  /**
   * Only deals whose owner is no active member. This filter is refused while `member_detail_enabled` is off.
   */
  without_member: z.boolean().optional(),
  /** The first and the last day on which the deal is to close. */
  closes_from: dateInput.optional(),
  closes_to: dateInput.optional(),
  /** A part of the title, or the whole id in the CRM. */
  search: dealSearch.optional(),
});
/** What the app may ask of the list of deals. */
export const dealListInput = z.strictObject({
  ...dealFilters.shape,
  /** By amount, the newest 50,000 deals are ordered, whatever their currency. Deals without an amount come last. */
  order: z.enum(['newest', 'amount_asc', 'amount_desc']).optional(),
});

export const dealSums = z.strictObject({
  sums: z.array(
    z.strictObject({
      outcome: z.string(),
      currency: z.string().nullable(),
      count: z.int(),
      /** An exact decimal number. Null if none of these deals has an amount. */
      amount: z.string().nullable(),
    }),
  ),
  /** The number of newest deals in the sums. Null if the sums contain all deals. */
  looked_at: z.int().nullable(),
});
export type DealSums = z.output<typeof dealSums>;

/** A deal as the app shows it: the public fields, and names beside the ids of the CRM. */
export const foundDeal = z.strictObject({
  ...crmDeal.shape,
  owner_user_id: crmDeal.shape.owner_user_id.unwrap().exactOptional(),
  connection_id: z.string(),
  connection_name: z.string().nullable(),
  provider: z.enum(crmProviders).nullable(),
  /** The deal in the CRM, for people. Null if the CRM has no such page. */
  url: z.string().nullable(),
  /**
   * The names that the CRM gave when it was last asked. Null if the CRM has no such pipeline or stage any
   * more.
   */
  pipeline_name: z.string().nullable(),
  stage_name: z.string().nullable(),
  /**
   * The owner in the CRM, if the owner is no active member of the team: the id there, and the name. Both are
   * null for an owner who was erased.
   */
  owner_id: z.string().nullable(),
  owner_name: z.string().nullable(),
});
export type FoundDeal = z.output<typeof foundDeal>;

export const dealPageInApp = z.object({
  ...crmDealPage.shape,
  ...searchedPage,
  data: z.array(foundDeal),
});
export type DealPage = z.output<typeof dealPageInApp>;

/** The objections of a topic: how many, of how many deals, and what these are worth, by currency. */
export const objectionSums = z.strictObject({
  sums: z.array(
    z.strictObject({
      category: z.string(),
      count: z.int(),
      deals: z.int(),
      worth: z.array(z.strictObject({ currency: z.string().nullable(), amount: z.string() })),
    }),
  ),
  /** The number of newest objections in the sums. Null if the sums contain all. */
  looked_at: z.int().nullable(),
});
export type ObjectionSums = z.output<typeof objectionSums>;

export const getDealInput = z.strictObject({ deal_id: id });

export const sumObjectionsInput = z.strictObject({ connection_id: id.optional() });

export const objectionFilters = z.strictObject({
  ...sumObjectionsInput.shape,
  category: text(50).min(1).optional(),
});

export const objectionPageInApp = z.object({
  ...crmObjectionPage.shape,
  ...searchedPage,
  data: z.array(
    z.strictObject({
      ...crmObjection.shape,
      connection_id: z.string(),
      deal_title: z.string().nullable(),
      /** The day on which the deal was lost, as the CRM says it. Null for a deal that is not lost. */
      deal_close_date: z.iso.date().nullable(),
      deal_url: z.string().nullable(),
      /**
       * The place in the CRM that contains the words of the objection. Null for an objection of an earlier
       * release.
       */
      source: z.enum(['lost_reason', 'field', 'note']).nullable(),
    }),
  ),
});
export type ObjectionPage = z.output<typeof objectionPageInApp>;
