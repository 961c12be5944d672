import { z } from 'zod';
import { subscribableEvents } from '../features/webhooks/subscribable-events.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { text } from '../shared/schema/text.ts';

/** The longest time without a line, in seconds. Proxies close connections without bytes. */
const LONGEST_KEEP_ALIVE_S = 15;
/** The most answers in one report. */
const MOST_ANSWERS = 100;
/** The most characters of an answer that are stored. */
const EXCERPT_CHARACTERS = 1_000;

const eventList = z
  .string()
  .max(500)
  .transform((text) => text.split(',').map((type) => type.trim()))
  .pipe(z.array(z.enum(subscribableEvents)).min(1));

const listenInput = z.strictObject({
  /** The types, separated by commas. All types if it is missing. */
  events: eventList.default([...subscribableEvents]),
  /** The listener with which this command line was connected before. */
  listener: z
    .string()
    .regex(/^lsn_[0-9a-z]{26}$/)
    .optional(),
  keep_alive: z.coerce.number().int().min(1).max(LONGEST_KEEP_ALIVE_S).default(10),
});
export type ListenInput = z.output<typeof listenInput>;

const answer = z.strictObject({
  event_id: text(40),
  status: z.int().min(100).max(999).nullable(),
  ms: z.int().min(0).max(86_400_000),
  error: z.enum(['refused', 'not_found', 'timeout', 'reset', 'tls', 'other']).nullable(),
  excerpt: z
    .string()
    .max(EXCERPT_CHARACTERS)
    // PostgreSQL stores neither lone surrogates nor NUL.
    .transform((text) => text.toWellFormed().replaceAll('\0', '\ufffd'))
    .nullable(),
});

const report = z.strictObject({
  listener: text(40),
  answers: z.array(answer).max(MOST_ANSWERS),
  /** True if the person has stopped the command line. */
  end: z.boolean().default(false),
});
export type Report = z.output<typeof report>;

/** Reads the query of `/command-line/listen`. */
export function readListenInput(query: string): ListenInput {
  const params = [...new URLSearchParams(query)];
  return checked(listenInput, Object.fromEntries(params), 'query');
}

/** Reads the body of `/command-line/answers`. */
export function readReport(body: Buffer): Report {
  let params: unknown;
  try {
    params = JSON.parse(body.toString('utf8'));
  } catch {
    throw new ApiError('bad_request', { detail: 'The body is not JSON.' });
  }
  return checked(report, params, 'body');
}

function checked<T extends z.ZodType>(
  schema: T,
  params: unknown,
  whole: 'query' | 'body',
): z.output<T> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') || whole;
  throw new ApiError('validation_error', { field, detail: `${field}: ${issue?.message}` });
}
