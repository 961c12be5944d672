import { ConnectionError, NotFoundError, TeamApi } from '../../../dist/sdk/typescript/index.js';
import { apply, type SyncCopy, sync } from '../../../dist/sdk/typescript/sync.js';
import { receiver } from '../../../dist/sdk/typescript/webhooks/workers.js';
import { unwrap, WebhookError } from '../../../dist/sdk/typescript/webhooks.js';

// What the package must do on every runtime. This file uses nothing that only Node has.

/** A request of a webhook that arrived, and the secret of its endpoint. */
export type SignedRequest = { secret: string; body: string; headers: Record<string, string> };

export type RuntimeInput = { url: string; key: string; request: SignedRequest };

/** The result of a step. `fault` says what was wrong. */
export type Step = { name: string; fault?: string };

/** `runtime` is the name by which the runtime calls itself, as proof of where the steps ran. */
export type Tried = { runtime: string; steps: Step[] };

type Work = (client: TeamApi, input: RuntimeInput) => Promise<void>;

const steps: Record<string, Work> = {
  me: async (client) => {
    const { tenant_id, scopes } = await client.me();
    check(tenant_id.startsWith('ten_') && scopes.includes('trainings:read'), tenant_id);
  },

  'a list with its pages': async (client) => {
    const { data, next_cursor } = await client.trainings.list({ limit: 50 });
    check(data.length === 50 && typeof next_cursor === 'string', 'the first page');
    const ids = await idsOf(client);
    check(new Set(ids).size === ids.length && ids.length > 50, `${ids.length} entries`);
  },

  'a POST with an Idempotency-Key': async (client) => {
    const { data } = await client.trainings.list({ limit: 1 });
    const body = { user_id: data[0]?.user_id ?? '', title: 'Sample', fields: {} };
    const key = { idempotencyKey: crypto.randomUUID() };
    const [first, again] = [
      await client.cases.create(body, key),
      await client.cases.create(body, key),
    ];
    check(first.id === again.id, 'it was created twice');
    await client.cases.delete(first.id);
  },

  'an error with its code': async (client) => {
    const error = await failureOf(client.users.get('mem_unknown'));
    check(error instanceof NotFoundError, error);
    const { code, status, requestId } = error;
    check(code === 'not_found' && status === 404 && requestId !== undefined, error);
  },

  'a broken connection': async (_, { key }) => {
    const nobody = new TeamApi({ url: 'http://127.0.0.1:2', key, maxRetries: 1 });
    const error = await failureOf(nobody.me());
    check(error instanceof ConnectionError && !error.message.includes(key), error);
  },

  unwrap: async (_, { request }) => {
    const { secret, body, headers } = request;
    const event = await unwrap(bytesOf(body), headers, ['whsec_former', secret]);
    check(event.type === 'ping' && event.id.startsWith('evt_'), event);
    const error = await failureOf(unwrap(body, new Headers(headers), 'whsec_another'));
    check(error instanceof WebhookError && error.code === 'wrong_secret', error);
  },

  'a receiver': async (_, { request: { secret, body, headers } }) => {
    const handled: string[] = [];
    const receive = receiver(secret, ({ id }) => handled.push(id), { store: new Set<string>() });
    const send = async () => {
      const init = { method: 'POST', headers, body: bytesOf(body) };
      const answer = await receive(new Request('https://receiver.example/webhooks', init));
      return `${answer.status} ${await answer.text()}`;
    };
    const answers = [await send(), await send()].join(', ');
    check(answers === '200 handled, 200 handled before' && handled.length === 1, answers);
  },

  'one pass of sync': async (client) => {
    const copy: SyncCopy = {};
    for await (const step of sync(client)) apply(copy, step);
    const entries = Object.values(copy.entries ?? {});
    const [kept, ids] = [entries.map(({ training }) => training.id), await idsOf(client)];
    check(kept.sort().join() === ids.sort().join(), `${kept.length} of ${ids.length} trainings`);
    const mismatched = entries.filter(({ training, evaluation }) => {
      return (training.status === 'scored') !== (evaluation?.evaluated_at !== undefined);
    });
    check(mismatched.length === 0, `${mismatched.length} evaluations`);
  },
};

/** Takes all steps, even after one has failed. */
export async function takeSteps(input: RuntimeInput): Promise<Tried> {
  const client = new TeamApi({ url: input.url, key: input.key });
  const taken: Step[] = [];
  for (const [name, work] of Object.entries(steps)) {
    const fault = await work(client, input).then(() => undefined, textOf);
    taken.push(fault === undefined ? { name } : { name, fault });
  }
  return { runtime: navigatorOf().userAgent, steps: taken };
}

async function idsOf(client: TeamApi): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of client.trainings.list({ limit: 200 })) ids.push(id);
  return ids;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => error,
  );

function check(isGood: boolean, found: unknown): asserts isGood {
  if (!isGood) throw new Error(`unexpected: ${textOf(found)}`);
}

const textOf = (value: unknown): string =>
  value instanceof Error ? `${value.name}: ${value.message}` : JSON.stringify(value);

/** Undefined on Node 20, which has no `navigator`. */
function navigatorOf(): { userAgent: string } {
  const { navigator, process } = globalThis as {
    navigator?: { userAgent: string };
    process?: { version: string };
  };
  return navigator ?? { userAgent: `Node.js/${process?.version}` };
}
