// Writes docs/limits.md: the limits at which a caller waits or is refused. The numbers are those of the code. After a
// change: `node scripts/limits.ts > docs/limits.md`.
import path from 'node:path';
import { OF_EACH_NAME } from '../src/auth/passwords.ts';
import {
  INVITATIONS_PER_HOUR,
  REQUESTS_PER_KEY,
  TESTS_PER_MINUTE,
} from '../src/auth/rate-limits.ts';
import { MAX_SESSIONS } from '../src/auth/session.ts';
import { MAX_BYTES as PAGE_BYTES } from '../src/db/pages/page.ts';
import { MOST_SEARCHED } from '../src/db/pages/search-page.ts';
import { STATEMENT_LIMIT_MS } from '../src/db/pool.ts';
import { LOCKED_LIMIT_MS, WAIT_LIMIT_MS } from '../src/db/team-slots.ts';
import { MAX_ANSWER_BYTES } from '../src/egress/connection.ts';
import { RENAMES_PER_WEEK } from '../src/features/account/record-rename.ts';
import { KEYS_PER_HOUR, MAX_KEYS } from '../src/features/api-keys/rules/require-room-for-key.ts';
import { MAX_OWN_CASES } from '../src/features/cases/cases.schema.ts';
import { MOST_SEARCHED as OF_CASES } from '../src/features/cases/list-cases.ts';
import {
  MAX_AT_ONCE,
  MAX_OWN,
  MAX_RELEASED,
  MAX_RULES,
} from '../src/features/catalog/entries.schema.ts';
import { PER_ADDRESS } from '../src/features/command-line/start-login.ts';
import { CONNECTIONS_PER_TEAM } from '../src/features/crm/connections/rules/require-connections-left.ts';
import { MAX_PASSKEYS } from '../src/features/passkeys/passkeys.schema.ts';
import { MAX_ENTRIES } from '../src/features/policies/policies.schema.ts';
import { SANDBOXES_PER_TEAM } from '../src/features/sandboxes/sandboxes.schema.ts';
import { VIEWS_PER_PERSON } from '../src/features/saved-views/saved-views.schema.ts';
import { limits as failures, ownLimits } from '../src/features/session/charge-attempt.ts';
import { ASKS_PER_DAY } from '../src/features/technical-contact/technical-contact.schema.ts';
import { MAX_TRAININGS, MAX_WAITING } from '../src/features/trainings/intake.schema.ts';
import { MOVES_PER_MINUTE } from '../src/features/webhooks/pass-time.ts';
import {
  ENDPOINTS_PER_TEAM,
  ENDPOINTS_PER_UNPROVEN_ORIGIN,
} from '../src/features/webhooks/rules/require-endpoints-left.ts';
import { MOST_REPLAYED } from '../src/features/webhooks/rules/require-replays-left.ts';
import { MOST_AT_ONCE } from '../src/features/webhooks/step-bulk-retry.ts';
import { MOST_OF_PROCESS } from '../src/listen/listen-answers.ts';
import { MOST_LISTENERS } from '../src/listen/open-listener.ts';
import {
  QUESTIONS_PER_PERSON,
  QUESTIONS_PER_TEAM,
  RUNNING,
} from '../src/operation/outbound-queue.ts';
import { BYTES_A_DAY } from '../src/operation/stored-answers.ts';
import { TIME_LIMIT_MS } from '../src/operation/time-limit.ts';
import { MOST_OF_TEAM } from '../src/rest/long-poll/waiting-calls.ts';
import { MAX_LENGTH, MAX_PARAMETERS } from '../src/rest/query-string.ts';
import { MAX_BYTES } from '../src/rest/read-input.ts';
import { MAX_DEPTH, MAX_PARTS } from '../src/shared/json/json-document.ts';
import { OF_PROCESS as ALL_UNREAD, OF_EACH as UNREAD } from '../src/shared/load/unread-answers.ts';
import { OF_PROCESS as ALL_UNUSED, OF_EACH as UNUSED } from '../src/shared/load/unused-bodies.ts';
import { MAX as PAGE } from '../src/shared/schema/page-schema.ts';
import { MAX_BATCH_BYTES } from '../src/trpc/answer-bytes.ts';
import { FROM_PERSON, FROM_SERVICE, FROM_STRANGER } from '../src/trpc/arrive.ts';
import {
  CALLS_PER_ADDRESS,
  CALLS_PER_SESSION,
  CHANGES_PER_SESSION,
  SESSIONS_PER_PERSON,
  SESSIONS_PER_TEAM,
} from '../src/trpc/callers.ts';
import { LIST_EXPORTS, OWN_EXPORTS } from '../src/trpc/export/running-exports.ts';
import { MAX_BATCH_SIZE } from '../src/trpc/max-batch-size.ts';
import { MAX_IN_FLIGHT, TEAM_DIVISOR } from '../src/worker/delivery/capacity.ts';
import { A_MINUTE, AT_ONCE } from '../src/worker/delivery/origin-limits.ts';

/** What is limited, for whom, how much, and what the one meets who goes beyond. */
type Limit = [what: string, whom: string, most: string, beyond: string];

const KIB = 1024;
const n = (value: number) => value.toLocaleString('en-US');
const bytes = (value: number) =>
  value < KIB * KIB ? `${n(value / KIB)} KiB` : `${n(value / KIB / KIB)} MiB`;
const seconds = (ms: number) => `${n(ms / 1000)} s`;
const LIMITED = '429 `rate_limited`';
const BUSY = '503 `unavailable`';
const CONFLICT = '409 `conflict`';
const INVALID = '422 `validation_error`';
const FEWER = 'a shorter page, with a cursor for the rest';
const WRONG = '401 `wrong_credentials`, also for the right password';
const TOO_LARGE = '413 `bad_request`';

const sections: Record<string, Limit[]> = {
  'Requests of programs': [
    ['requests', 'a key; an address without a key', `${n(REQUESTS_PER_KEY)} a minute`, LIMITED],
    ['requests', 'a team', 'its row, `team set --rate-limit`', LIMITED],
    ['a body', 'a request', bytes(MAX_BYTES), TOO_LARGE],
    ['depth of a body', 'a request', n(MAX_DEPTH), INVALID],
    ['objects and lists in a body', 'a request', n(MAX_PARTS), INVALID],
    [
      'a query string',
      'a request',
      `${n(MAX_LENGTH)} characters, ${MAX_PARAMETERS} parameters`,
      INVALID,
    ],
    ['entries of a page', 'a list', n(PAGE), INVALID],
    [
      'bytes of a page',
      'a list',
      `${n(PAGE_BYTES)} bytes`,
      'a shorter page, with a cursor for the rest',
    ],
    [
      'requests that wait for new events',
      'a team with its sandboxes, in each process; a key: one',
      n(MOST_OF_TEAM),
      'an answer at once, without the wait',
    ],
    [
      'stored answers of `Idempotency-Key`',
      'a key, in a day',
      bytes(BYTES_A_DAY.key),
      `${LIMITED} for a new \`Idempotency-Key\``,
    ],
    [
      'stored answers of `Idempotency-Key`',
      'all keys of a team, in a day',
      bytes(BYTES_A_DAY.keys),
      `${LIMITED} for a new \`Idempotency-Key\``,
    ],
  ],
  'Calls of the app': [
    [
      'rows that one page of a search looks at',
      'deals, objections, request log, audit log',
      n(MOST_SEARCHED),
      FEWER,
    ],
    ['rows that one page of a search looks at', 'cases, assignments', n(OF_CASES), FEWER],
    [
      'calls',
      'an address without a session, in each process',
      `${n(CALLS_PER_ADDRESS)} a minute`,
      LIMITED,
    ],
    ['calls', 'a session, in each process', `${n(CALLS_PER_SESSION)} a minute`, LIMITED],
    ['changes', 'a session, in each process', `${n(CHANGES_PER_SESSION)} a minute`, LIMITED],
    ['calls, changes', 'a person', `those of ${SESSIONS_PER_PERSON} sessions`, LIMITED],
    ['calls, changes', 'a team', `those of ${SESSIONS_PER_TEAM} sessions`, LIMITED],
    ['calls in a batch', 'a request', n(MAX_BATCH_SIZE), 'a refusal of the batch'],
    ['a body', 'a person', bytes(FROM_PERSON), TOO_LARGE],
    ['a body', 'somebody without a session', bytes(FROM_STRANGER), TOO_LARGE],
    ['a body', 'the service of the operator', bytes(FROM_SERVICE.maxBytes), TOO_LARGE],
    ['answers of a batch', 'a request', bytes(MAX_BATCH_BYTES), `${BUSY} for the calls beyond`],
    [
      'stored answers of `Idempotency-Key`',
      'a person, in a day',
      bytes(BYTES_A_DAY.person),
      `${LIMITED} for a new \`Idempotency-Key\``,
    ],
    ['running exports of lists', 'a team', n(LIST_EXPORTS.ofHolder), LIMITED],
    ['running exports of lists', 'a process', n(LIST_EXPORTS.ofProcess), LIMITED],
    ['running exports of the own data', 'a person', n(OWN_EXPORTS.ofHolder), LIMITED],
    ['running exports of the own data', 'a process', n(OWN_EXPORTS.ofProcess), LIMITED],
    ['questions to a CRM', 'a person', `${QUESTIONS_PER_PERSON} a minute`, LIMITED],
    ['questions to a CRM', 'a team', `${QUESTIONS_PER_TEAM} a minute, one at a time`, LIMITED],
    ['questions to a CRM', 'a process', `${RUNNING} at a time`, `a wait, then ${LIMITED}`],
  ],
  'Signing in': [
    ['failed sign-ins', 'a person from one address', `${failures.pair} in 15 minutes`, WRONG],
    ['failed sign-ins', 'a person from new browsers', `${failures.account} in 15 minutes`, WRONG],
    ['failed sign-ins', 'an address', `${failures.address} in 15 minutes`, WRONG],
    [
      'failed sign-ins',
      'a browser that the person knows',
      `${failures.device} in 15 minutes`,
      WRONG,
    ],
    ['failed proofs', 'a person who is signed in', `${failures.proof} in 15 minutes`, WRONG],
    ['sign-ins', 'a person', `${ownLimits.signed_in.limit} in 15 minutes`, LIMITED],
    [
      'uses of the password',
      'a person who is signed in',
      `${ownLimits.password_used.limit} in 15 minutes`,
      LIMITED,
    ],
    ['challenges for passkeys', 'a person', `${ownLimits.challenge.limit} in 15 minutes`, LIMITED],
    [
      'codes of command lines',
      'a person',
      `${ownLimits.command_line_code.limit} in 15 minutes`,
      LIMITED,
    ],
    ['uses of a link in a mail', 'a person', `${ownLimits.link_used.limit} in 15 minutes`, LIMITED],
    [
      'passwords that wait to be checked',
      'a name',
      n(OF_EACH_NAME.waitingOfHolder),
      '503 `sign_in_busy`',
    ],
    [
      'passwords that wait to be checked',
      'a process',
      `${OF_EACH_NAME.waitingHolders} names`,
      '503 `sign_in_busy`',
    ],
    ['started sign-ins of the command line', 'an address', `${PER_ADDRESS} in 15 minutes`, LIMITED],
    ['open sessions', 'a person', n(MAX_SESSIONS), 'the end of the oldest session'],
    ['passkeys', 'a person', n(MAX_PASSKEYS), '409 `too_many_passkeys`'],
    ['changes of the own name', 'a person', `${RENAMES_PER_WEEK} a week`, LIMITED],
  ],
  'What a team may have and do': [
    ['keys', 'a team', n(MAX_KEYS), CONFLICT],
    ['new keys', 'a team', `${KEYS_PER_HOUR} an hour`, LIMITED],
    ['invitations', 'a team', `${INVITATIONS_PER_HOUR} an hour`, LIMITED],
    ['endpoints', 'a team', n(ENDPOINTS_PER_TEAM), INVALID],
    [
      'endpoints at one host that has never answered 2xx',
      'a team and its sandboxes',
      n(ENDPOINTS_PER_UNPROVEN_ORIGIN),
      INVALID,
    ],
    ['test events', 'an endpoint', `${TESTS_PER_MINUTE} a minute`, LIMITED],
    ['replayed deliveries', 'a team and its sandboxes', `${n(MOST_REPLAYED)} in 24 hours`, INVALID],
    [
      'command lines that listen',
      'a team',
      n(MOST_LISTENERS),
      `the end of one that is away, or else ${CONFLICT}`,
    ],
    ['command lines that listen', 'a process', n(MOST_OF_PROCESS), BUSY],
    ['private cases', 'a member', n(MAX_OWN_CASES), CONFLICT],
    ['released entries', 'the catalog', n(MAX_RELEASED), CONFLICT],
    ['entries released in one call', 'a call', n(MAX_AT_ONCE), INVALID],
    ['own entries', 'a team', n(MAX_OWN), CONFLICT],
    ['rules of combinations', 'a team', n(MAX_RULES), CONFLICT],
    ['entries of policies', 'a team', n(MAX_ENTRIES), INVALID],
    ['connections to a CRM', 'a team', n(CONNECTIONS_PER_TEAM), CONFLICT],
    ['sandboxes', 'a team', n(SANDBOXES_PER_TEAM), CONFLICT],
    ['moves of the time of a sandbox', 'a sandbox', `${MOVES_PER_MINUTE} a minute`, LIMITED],
    ['saved views', 'a person', n(VIEWS_PER_PERSON), CONFLICT],
    ['questions to a technical contact', 'a contact', `${ASKS_PER_DAY} a day`, LIMITED],
    ['trainings in one call of the service', 'a call', n(MAX_TRAININGS), INVALID],
    ['sessions that wait for their start', 'a team', n(MAX_WAITING), LIMITED],
  ],
  'Memory, connections, time': [
    [
      'bytes of bodies that have arrived',
      'a person, a key, an address',
      bytes(UNUSED.person),
      BUSY,
    ],
    ['bytes of bodies that have arrived', 'a team', bytes(UNUSED.team), BUSY],
    [
      'bytes of bodies that have arrived',
      'a process',
      bytes(ALL_UNUSED),
      `${BUSY} for whoever holds most`,
    ],
    ['bytes of answers that nobody reads', 'a person', bytes(UNREAD.person), BUSY],
    ['bytes of answers that nobody reads', 'a team', bytes(UNREAD.team), BUSY],
    [
      'bytes of answers that nobody reads',
      'a process',
      bytes(ALL_UNREAD),
      `${BUSY} for whoever has unread answers`,
    ],
    [
      'connections to the database',
      'a team; all strangers together',
      'half of those of a process',
      `a wait of ${seconds(WAIT_LIMIT_MS)}, then ${BUSY}`,
    ],
    ['a wait for locked rows', 'a change', seconds(LOCKED_LIMIT_MS), BUSY],
    ['a statement', 'a request', seconds(STATEMENT_LIMIT_MS), BUSY],
    ['a request', 'a caller', seconds(TIME_LIMIT_MS), BUSY],
  ],
  'Sending webhooks': [
    ['deliveries in flight', 'a worker', n(MAX_IN_FLIGHT), 'a wait; teams take turns'],
    [
      'deliveries in flight',
      'a team',
      `${n(MAX_IN_FLIGHT / TEAM_DIVISOR)} of each worker`,
      'a wait',
    ],
    [
      'deliveries in flight',
      'an endpoint',
      `${MOST_AT_ONCE} of each worker, fewer while it is slow`,
      'a wait',
    ],
    [
      'attempts at a host that has never answered 2xx',
      'a team and its sandboxes',
      `${AT_ONCE} at once, ${A_MINUTE} a minute`,
      'a wait',
    ],
    [
      'bytes of an answer',
      'an endpoint',
      bytes(MAX_ANSWER_BYTES),
      'an attempt that failed with `invalid_response`',
    ],
  ],
};

const cells = (row: readonly string[]) => `| ${row.join(' | ')} |`;
const tableOf = (rows: Limit[]) =>
  [['what', 'for whom', 'at most', 'beyond it'], ['---', '---', '---', '---'], ...rows]
    .map(cells)
    .join('\n');

/** The page, as docs/limits.md holds it. */
export const limitsPage = `${[
  '# Limits',
  'The limits at which a caller waits or is refused. A refusal with 429 or 503 says in `Retry-After` when to come back. `scripts/limits.ts` writes this page from the code. [docs/app.md](app.md#what-every-call-meets) says how calls are counted, and the [handbook](operations.md) what an operator sees of it.',
  ...Object.entries(sections).map(([name, rows]) => `## ${name}\n\n${tableOf(rows)}`),
].join('\n\n')}\n`;

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) process.stdout.write(limitsPage);
