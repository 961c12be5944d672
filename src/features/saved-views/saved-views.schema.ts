import { z } from 'zod';
import { lineText, text } from '../../shared/schema/text.ts';
import { LONGEST_VIEW_NAME } from './view-name.schema.ts';

/** A longer list would no longer fit below the pages. */
export const VIEWS_PER_PERSON = 20;
const MOST_FILTERS = 20;

const viewName = lineText(1, LONGEST_VIEW_NAME);

// The filters are no address: an erasure replaces names in their texts, and would miss encoded ones.
const filters = z
  .record(z.string().regex(/^[a-z][a-z_]{0,29}$/), text(200))
  .refine((record) => Object.keys(record).length <= MOST_FILTERS, 'Too many filters.');

const place = {
  /** The path of a page of the app. It begins with one slash, so it never leads to another site. */
  path: z.string().regex(/^\/[a-z][A-Za-z0-9_/-]{0,98}$/, 'A path of the app.'),
  filters,
};

export const savedViews = z.strictObject({
  /** The views of the person in this team, in the order in which they were saved. */
  data: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      path: z.string(),
      filters: z.record(z.string(), z.string()),
    }),
  ),
});
export type SavedViews = z.output<typeof savedViews>;

export const saveViewInput = z.strictObject({ name: viewName, ...place });
const id = text(100);
export const renameViewInput = z.strictObject({ id, name: viewName });
export const viewIdInput = z.strictObject({ id });
export const savedViewId = z.strictObject({ id: z.string() });
