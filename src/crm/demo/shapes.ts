import { z } from 'zod';

const time = z.iso.datetime();

export const demoOwner = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string(),
});

export const demoDeal = z.object({
  id: z.string(),
  title: z.string(),
  amount: z.string().nullable(),
  currency: z.string(),
  close_date: z.string().nullable(),
  pipeline_id: z.string(),
  stage_id: z.string(),
  owner_id: z.string().nullable(),
  industry: z.string().nullable(),
  lost_reason: z.string().nullable(),
  last_activity_at: time,
  changed_at: time,
  is_deleted: z.boolean(),
});

/** A note without its text: the file has the text as written, an answer has it as HTML. */
export const demoNote = z.object({
  id: z.string(),
  deal_id: z.string(),
  written_at: time,
  changed_at: time,
});
