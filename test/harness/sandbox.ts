import { scopes } from '../../src/auth/scopes.ts';
import { newId } from '../../src/db/ids.ts';
import { type Browser, makeSession } from './app.ts';
import { insert } from './rows.ts';
import { type Person, TestTeam } from './team.ts';
import { until } from './until.ts';

/** A sandbox without rows. No worker is filling or removing it. */
export async function insertSandbox({ api, tenantId }: TestTeam, name = 'Trial'): Promise<string> {
  const now = api.clock.now();
  const id = newId('ten', now);
  await insert(api, 'tenant', {
    id,
    name,
    plan: 'team',
    seats: 20,
    created_at: now,
    sandbox_of: tenantId,
    sandbox_used_at: now,
  });
  return id;
}

/** A browser of a member of the team who works in the sandbox. */
export function visit(sandbox: TestTeam, person: Pick<Person, 'userId'>): Promise<Browser> {
  return makeSession(sandbox, person);
}

/** Makes a sandbox, as the owner does, while a worker runs. Adds a key. */
export async function makeSandbox(
  team: TestTeam,
  name = 'Trial',
  with_history = false,
): Promise<TestTeam> {
  const { app } = await makeSession(team, team.owner);
  const { id } = await app.sandboxes.create.mutate({ name, with_history });
  await untilReady(team, id);
  return keyed(new TestTeam(team.api, id, team.owner));
}

/** The sandbox, with a key that the owner of its team has made. */
export async function keyed(sandbox: TestTeam): Promise<TestTeam> {
  const { app } = await visit(sandbox, sandbox.owner);
  const { key, key_id, key_prefix } = await app.apiKeys.create.mutate({
    name: 'Trial',
    scopes: [...scopes],
  });
  sandbox.useKey({ key, key_id, key_prefix });
  return sandbox;
}

export async function untilReady(team: TestTeam, id: string): Promise<void> {
  await until('the sandbox is ready', async () => (await stateOf(team, id)) === null);
}

/** What a worker is doing with the sandbox. Undefined if the sandbox does not exist. */
export async function stateOf({ api }: TestTeam, id: string): Promise<string | null | undefined> {
  const { rows } = await api.sql.query<{ state: string | null }>(
    'select sandbox_state as state from tenant where id = $1',
    [id],
  );
  return rows[0]?.state;
}
