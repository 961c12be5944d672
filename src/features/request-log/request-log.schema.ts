import { z } from 'zod';
import { dateInput, dateTimeInput } from '../../shared/schema/date-time.ts';
import { pageInput } from '../../shared/schema/page-schema.ts';
import { text } from '../../shared/schema/text.ts';
import { listedKey } from '../api-keys/api-keys.schema.ts';

/** It means the key and those that it has replaced. */
const keyId = text(100).optional();

/** The filter of the list and of its export. */
const lineFilter = {
  /** How the request ended. `rejected` does not include what a limit refused. */
  ending: z.enum(['ok', 'rejected', 'limited', 'server']).optional(),
  status_class: z.enum(['2xx', '3xx', '4xx', '5xx']).optional(),
  /** One status, such as 422. */
  status: z
    .string()
    .regex(/^[1-5]\d\d$/, 'A status, such as 422.')
    .optional(),
  code: text(100).optional(),
  method: text(20).optional(),
  /** The route as the document names it, such as `/users/{member_id}`. */
  route: text(200).optional(),
  /** The check that refused the request, and the reason why the key was not valid. */
  check: text(100).optional(),
  reason: text(100).optional(),
  /** The place of the first wrong field, such as `/title`. */
  field: text(200).optional(),
  key_id: keyId,
  request_id: z.uuid().optional(),
  /** Only lines from `since` on and before `until`. */
  since: dateTimeInput.optional(),
  until: dateTimeInput.optional(),
};
export const lineFilterInput = z.strictObject(lineFilter);
export type LineFilter = z.output<typeof lineFilterInput>;

export const listRequestsInput = z.strictObject({ ...pageInput, ...lineFilter });
export type ListRequests = z.output<typeof listRequestsInput>;

/** The state tells apart a key and its replacement, which has the same name. */
const namedKey = z.strictObject({
  id: z.string(),
  prefix: z.string(),
  name: z.string(),
  state: listedKey.shape.state,
});
export type NamedKey = z.output<typeof namedKey>;
const key = namedKey.nullable();

/** The check that refused the request, and what it found wrong: names, never values. */
const why = z.strictObject({
  /** `key`, `rate_limit`, `scope`, `input` and so on; new checks may be added. */
  check: z.string(),
  /** Why the key is not valid: `wrong_secret`, `revoked`, `expired` or `address_not_allowed`. */
  reason: z.string().optional(),
  required_scope: z.string().optional(),
  /** The limit that was reached: `key`, `team`, `address`, `invitations`, `tests` or `stored_answers`. */
  limit: z.string().optional(),
  fields: z
    .array(
      z.strictObject({
        in: z.string().optional(),
        pointer: z.string(),
        code: z.string().optional(),
      }),
    )
    .optional(),
  dimension: z.string().optional(),
  /** The reason in the answer, in English, if it contains no value. */
  detail: z.string().optional(),
  /** The same reason, in the language of the person. */
  explanation: z.string().optional(),
});

const loggedRequest = z.strictObject({
  request_id: z.string(),
  at: z.iso.datetime(),
  method: z.string(),
  /** Null if the request was refused before its route was known, or if there is no such path. */
  route: z.string().nullable(),
  /** The path without its query. `…` stands for parts that may be personal. */
  path: z.string(),
  status: z.int(),
  code: z.string().nullable(),
  why: why.nullable(),
  ms: z.int(),
  /** The key of the request. For a key that was not valid, the key with the given prefix. */
  key,
  ip: z.string().nullable(),
});
export type LoggedRequest = z.output<typeof loggedRequest>;

export const requestPage = z.strictObject({
  data: z.array(loggedRequest),
  next_cursor: z.string().nullable(),
  /**
   * If the search has ended without filling the page: it has looked at all lines since this time, and the
   * next page goes on there. Otherwise null.
   */
  searched_back_to: z.iso.datetime().nullable(),
  /**
   * For a page that shows new lines as they come: the `since` of its next call. The two calls overlap by some
   * seconds, because processes write their lines a little later. The page recognises a line by its
   * `request_id`.
   */
  poll_since: z.iso.datetime(),
});
export type RequestPage = z.output<typeof requestPage>;

export const requestErrorsInput = z.strictObject({
  /** If `since` is missing, the last 24 hours are counted. */
  since: dateTimeInput.optional(),
  until: dateTimeInput.optional(),
  key_id: keyId,
});
export type RequestErrorsInput = z.output<typeof requestErrorsInput>;

const errorGroup = z.strictObject({
  code: z.string(),
  method: z.string(),
  route: z.string().nullable(),
  check: z.string().nullable(),
  reason: z.string().nullable(),
  /** The pointer of the first wrong field, such as `/title`. */
  field: z.string().nullable(),
  requests: z.int(),
  /** How many of these requests are in each bar, the oldest first. */
  course: z.array(z.int()),
  /** Without a route: the path that most of these requests asked for, and how many others there were. */
  path: z.string().nullable(),
  other_paths: z.int(),
  last_at: z.iso.datetime(),
  /** The key with the most of these requests. */
  key,
  /** How many other keys had this error. */
  other_keys: z.int(),
});
export type ErrorGroup = z.output<typeof errorGroup>;

export const requestErrors = z.strictObject({
  /** The most frequent errors first. */
  data: z.array(errorGroup),
  /** When each bar of a course begins. */
  bars: z.array(z.iso.datetime()),
  /** If not all errors of the period were counted: all errors since this time were. Otherwise null. */
  counted_back_to: z.iso.datetime().nullable(),
});
export type RequestErrors = z.output<typeof requestErrors>;

/** The filter of the list, without `request_id`: one request needs no chart. */
export const requestCountsInput = lineFilterInput.omit({ request_id: true });
export type RequestCountsInput = z.output<typeof requestCountsInput>;

export const requestCounts = z.strictObject({
  /** The bars, the oldest first, without gaps. Their sum is the number of requests in the list. */
  bars: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      ends_at: z.iso.datetime(),
      ok: z.int(),
      rejected: z.int(),
      limited: z.int(),
      server: z.int(),
    }),
  ),
  /**
   * The methods, routes and reasons of all lines of the period, whatever else the filter says. With a `code`,
   * `4xx` or `5xx` in the filter, those of the failed lines.
   */
  methods: z.array(z.string()),
  routes: z.array(z.string()),
  reasons: z.array(
    z.strictObject({ check: z.string(), reason: z.string().nullable(), requests: z.int() }),
  ),
  /**
   * How many of these lines have a value and fit all other fields of the filter, the most frequent first. `status` has
   * classes, such as `4xx`, and single codes.
   */
  found: z.array(
    z.strictObject({
      field: z.enum(['status', 'method', 'route', 'code', 'key_id', 'field']),
      value: z.string(),
      requests: z.int(),
    }),
  ),
  /** If not all requests of the period were counted: all requests since this time were. Otherwise null. */
  counted_back_to: z.iso.datetime().nullable(),
});
export type RequestCounts = z.output<typeof requestCounts>;

/** Periods are calculated from it, which the calendar must have too. */
const countedDay = dateInput.refine(
  (day) => day >= '1970-01-01' && day <= '9998-12-31',
  'A day from 1970-01-01 to 9998-12-31.',
);

export const usageInput = z.strictObject({
  /** The first and the last day, in UTC. If both are missing, the last thirty days. */
  from: countedDay.optional(),
  to: countedDay.optional(),
  key_id: keyId,
  /** The durations cost more than all counts: only the page that shows them asks for them. */
  include: z.literal('p95').optional(),
});
export type UsageInput = z.output<typeof usageInput>;

const endings = {
  ok: z.int(),
  /** How many requests were refused because of what the client has sent or may not do. */
  client_errors: z.int(),
  /** How many requests got 401, because the key is not valid. */
  refused: z.int(),
  /** How many requests got 429, because a limit was reached. */
  limited: z.int(),
  server_errors: z.int(),
};

export const usage = z.strictObject({
  /** Days with requests, the latest first. */
  days: z.array(z.strictObject({ day: z.iso.date(), ...endings })),
  /**
   * The sums of all these days, the program with the most requests first. A program has its newest key with requests,
   * and the keys that this key has replaced, the newest first. `p95_ms`: with `include`, within how many milliseconds
   * 95 % of its requests were answered, if at least 20 of them are among the newest 50,000 of the team.
   */
  keys: z.array(
    z.strictObject({ key, replaced: z.array(namedKey), ...endings, p95_ms: z.int().nullable() }),
  ),
});
export type Usage = z.output<typeof usage>;
