import { z } from 'zod';

const receiver = z.strictObject({
  endpoint_id: z.string(),
  url: z.string(),
  /** What became of `member.erased` here. `none`: the endpoint did not subscribe to it. */
  status: z.string(),
  /** How many attempts were made. */
  attempt: z.int(),
  /** When the endpoint has taken it, or when it was given up. Null before, and for `none`. */
  at: z.iso.datetime().nullable(),
});
export type Receiver = z.output<typeof receiver>;

const newsReader = z.strictObject({
  /** What it reads: events (`member.erased`) or changes (`erased`). */
  feed: z.enum(['events', 'changes']),
  /** The newest key of the reader. */
  key_id: z.string(),
  name: z.string(),
  /** Null: it asks for all types. */
  types: z.array(z.string()).nullable(),
  /** Whether the reader has taken the news. `none`: its types leave it out. */
  status: z.enum(['taken', 'open', 'none']),
  taken_at: z.iso.datetime().nullable(),
});
export type NewsReader = z.output<typeof newsReader>;

/** Which receivers and readers were told of an erasure. */
export const erasureNews = z.strictObject({
  id: z.string(),
  member_id: z.string(),
  user_id: z.string().nullable(),
  asked_at: z.iso.datetime(),
  erased_at: z.iso.datetime(),
  /** The endpoints that the team had then and still has. Null once deliveries of that day are no longer kept. */
  receivers: z.array(receiver).nullable(),
  /** The readers of events and of changes that were there then, or have taken the news since. Null as `receivers`. */
  readers: z.array(newsReader).nullable(),
});
export type ErasureNews = z.output<typeof erasureNews>;
