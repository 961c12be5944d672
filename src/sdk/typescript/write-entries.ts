import { comment } from './write-text.ts';

const handling =
  'It verifies each request and calls `handle` with the event. If `handle` fails, the service sends ' +
  'the event again later. Answer within ten seconds: put long work into a queue.';

/** The names of the receivers, by framework. */
const receivers: Readonly<Record<string, string>> = {
  Express: `A receiver for Express, Connect and \`createServer\` of Node.\n\n${handling}\n\nIt needs the bytes of the body: put it before \`express.json()\`.`,
  Fastify: `A receiver for Fastify, as a plugin with a parser of its own:\n\`app.register(receiver(secret, handle), { prefix: '/webhooks' })\`.\n\n${handling}`,
  Hono: `A receiver for Hono: \`app.post('/webhooks', receiver(secret, handle))\`.\n\n${handling}`,
  Workers: `A receiver for Workers, and wherever a \`Request\` becomes a \`Response\`: \`Deno.serve\`, Bun, routes of Next.js.\n\n${handling}`,
};

/**
 * The files that customers import beside the index: `team-api/sync` is `sync.ts`. They bind the code written by hand,
 * which knows nothing of the server, to the types of the contract.
 */
export function writeEntries(): Map<string, string> {
  return new Map([
    ['sync', writeSync()],
    ['webhooks', writeWebhooks()],
    ...Object.entries(receivers).map(([framework, about]): [string, string] => [
      `webhooks/${framework.toLowerCase()}`,
      writeReceiver(framework, about),
    ]),
  ]);
}

function writeSync(): string {
  const about = `Reads what a copy of all trainings and evaluations lacks, page after page.

Write each step into the copy, and its \`state\` with it; give the last state to the next call.
Wherever the program is stopped, the next call goes on behind the last step that was written. When
the loop ends by itself, the copy has everything that could be read when the call began. Only one
call at a time may write into a copy.`;
  const aboutCopy = `Keeps a copy of these types whole, until the signal ends it: everything once, and from then on what has
changed, whoever changed it. \`into\` keeps the copy.

It stays within the rate limit, and goes on after 429, broken connections and outages of the service.
If its cursor has expired, as after a restored backup, it begins anew by itself with the next
\`generation\`. It throws what no retry mends, and what \`into\` throws. Wherever the program is
stopped, the next call goes on behind the last step that was written. Only one call at a time may
write into a copy.`;
  return `import type { TeamApi } from './client.ts';
import { type Apply, apply as applyAny, type Copy } from './sync/apply.ts';
import * as copies from './sync/copy.ts';
import { type Step, type Sync, sync as syncAny } from './sync/sync.ts';
import type { Change, ListedEvaluation, Training } from './types.ts';

${exported('type CopyState', './sync/copy.ts')}
${exported('type SyncState', './sync/state.ts')}
${exported('type SyncOptions', './sync/sync.ts')}

/** The rows of one page. */
export type SyncStep = Step<Training, ListedEvaluation>;

/** A copy as a plain object. You can keep it as JSON. Begin with \`{}\`. */
export type SyncCopy = Copy<Training, ListedEvaluation>;

${comment(about)}export const sync: Sync<TeamApi, Training, ListedEvaluation> = syncAny;

/** Writes a step into a copy that is a plain object. */
export const apply: Apply<Training, ListedEvaluation> = applyAny;

/** What a copy lacks. Write all of it in one transaction. */
export type CopyStep = copies.CopyStep<Change, Change['type']>;

/** Where a copy is kept. */
export type CopyTarget = copies.CopyTarget<Change, Change['type']>;

export type CopyOptions = copies.CopyOptions<TeamApi, Change, Change['type']>;

${comment(aboutCopy)}export const copy: copies.MakeCopy<TeamApi, Change, Change['type']> = copies.copy;
`;
}

function writeWebhooks(): string {
  const about = `Gives the event of a request if the request is genuine. Else it throws a \`WebhookError\`, whose
\`code\` says which step has failed. Give the body as it came, before anything parses it.`;
  return `import { type Unwrap, unwrap as unwrapAny } from './receive/unwrap.ts';
import type { WebhookEvent } from './types.ts';

${exported('type WebhookHeaders', './receive/read-signature.ts')}
${exported('type RawBody, type UnwrapOptions, type WebhookSecrets', './receive/unwrap.ts')}
${exported('WebhookError, type WebhookFault', './receive/webhook-error.ts')}

${comment(about)}export const unwrap: Unwrap<WebhookEvent> = unwrapAny;
`;
}

function writeReceiver(framework: string, about: string): string {
  const type = `Make${framework}Receiver`;
  return `import { type ${type}, receiver as receiverAny } from '../receive/${framework.toLowerCase()}.ts';
import type { WebhookEvent } from '../types.ts';

${exported('type EventStore, type ReceiverOptions', '../receive/receiver.ts')}
${exported('WebhookError, type WebhookFault', '../receive/webhook-error.ts')}

${comment(about)}export const receiver: ${type}<WebhookEvent> = receiverAny;
`;
}

const exported = (names: string, from: string): string => `export { ${names} } from '${from}';`;
