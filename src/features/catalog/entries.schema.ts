import { z } from 'zod';
import type { InEach } from '../../shared/language/language.ts';
import { editVersion } from '../../shared/schema/edit-version-input.ts';
import { lineText, text } from '../../shared/schema/text.ts';
import { catalogDimensions } from './catalog-dimensions.ts';

/** How many own entries of a team may be released at a time, and how many it may have. */
export const MAX_RELEASED = 1_000;
export const MAX_OWN = 5_000;
export const MAX_RULES = 200;
export const MAX_AT_ONCE = 100;

const dimension = z.enum(catalogDimensions);
const id = text(100);

/** The labels in both languages of the product. */
const names = z.strictObject({
  de: lineText(1, 120),
  en: lineText(1, 120),
} satisfies InEach<z.ZodType>);
const shownNames = z.strictObject({
  de: z.string().nullable(),
  en: z.string().nullable(),
} satisfies InEach<z.ZodType>);

/** The name of one of the pictures that the app has. */
const icon = z
  .string()
  .regex(/^[a-z0-9-]{1,50}$/, 'Up to 50 small letters, digits and hyphens.')
  .nullable();

/**
 * Entries of a dimension are shown in the order of this number. Entries with the same number are
 * shown in the order of their ids.
 */
const sortKey = z.int().min(0).max(1_000_000);

export const entriesInput = z.strictObject({ dimension: dimension.optional() });

export const catalogEntry = z.strictObject({
  id: z.string(),
  dimension,
  /** True for an entry of the team. An entry for all teams cannot be changed. */
  own: z.boolean(),
  names: shownNames,
  icon: z.string().nullable(),
  sort_key: z.int(),
  /** Members may see the entry, unless a policy forbids it. */
  released: z.boolean(),
  /** The product has withdrawn the entry, so the team cannot release it. */
  discontinued: z.boolean(),
  /** The version of a team's own entry, for `catalog.changeEntry`. */
  version: editVersion.nullable(),
});
export type ArrangedEntry = z.output<typeof catalogEntry>;

/** The entries, in the order of the catalog: by dimension, then by sort key. */
export const catalogEntries = z.array(catalogEntry);

export const entryIdInput = z.strictObject({ entry_id: id });

/** What uses a team's own entry now. The entry can be withdrawn all the same. */
export const entryUse = z.strictObject({
  /** Null while `member_detail_enabled` is off. */
  open_assignments: z.int().nullable(),
  policies: z.int(),
  /** Rules of the team. */
  rules: z.int(),
});
export type EntryUse = z.output<typeof entryUse>;

export const addEntryInput = z.strictObject({
  dimension,
  names,
  icon: icon.default(null),
  /** The default puts it after the entries of the product. */
  sort_key: sortKey.default(1_000),
});
export type AddEntry = z.output<typeof addEntryInput>;

export const changeEntryInput = z.strictObject({
  entry_id: id,
  version: editVersion,
  names: names.optional(),
  icon: icon.optional(),
  sort_key: sortKey.optional(),
});
export type ChangeEntry = z.output<typeof changeEntryInput>;

export const releaseInput = z.strictObject({
  entry_ids: z.array(id).min(1).max(MAX_AT_ONCE, `At most ${MAX_AT_ONCE} entries at once.`),
  /** False withdraws the entries. */
  released: z.boolean(),
});
export type Release = z.output<typeof releaseInput>;

/** How many entries have changed. */
export const releasedNow = z.strictObject({ changed: z.int() });

const namedEntry = z.strictObject({ id: z.string(), dimension, names: shownNames });

/** Entries that an assignment must not have together. */
const rule = z.strictObject({
  id: z.string(),
  /** True for a rule of the team. A rule for all teams cannot be removed. */
  own: z.boolean(),
  entries: z.array(namedEntry),
  /** The dimension that the problem of POST /assignments names. */
  dimension,
});
export type CatalogRule = z.output<typeof rule>;

export const catalogRulesOutput = z.array(rule);

export const addRuleInput = z
  .strictObject({
    situation_id: id.nullable().default(null),
    personality_id: id.nullable().default(null),
    industry_id: id.nullable().default(null),
  })
  .refine(
    (rule) => Object.values(rule).filter((entry) => entry !== null).length >= 2,
    'A rule names entries of at least two dimensions.',
  );
export type AddRule = z.output<typeof addRuleInput>;

export const addedRule = z.strictObject({ rule_id: z.string() });
export const ruleIdInput = z.strictObject({ rule_id: id });
