import { commandLineOf, makeCommandLine } from '../../harness/app.ts';
import { insertDelivery, insertEndpoint, triedOnce } from '../../harness/rows.ts';
import type { World } from '../../harness/world.ts';

type Maker = (world: World) => Promise<unknown> | unknown;

const machine = { machine: 'laptop', system: 'Linux (x64)', version: '1.1.0' };

/** A command line that waits for a person to type its code. */
export function startLogin({ team }: Pick<World, 'team'>) {
  return commandLineOf(team.api).app.commandLine.startLogin.mutate(machine);
}

const aCode = async (world: World) => ({ code: (await startLogin(world)).code });

/** Inputs of what a command line calls, and of the page that confirms it. */
export const commandLineInputs: Record<string, Maker> = {
  'commandLine.startLogin': () => machine,
  'commandLine.pollLogin': async (world) => {
    const { poll_token } = await startLogin(world);
    return { poll_token };
  },
  'commandLine.getLogin': aCode,
  'commandLine.confirmLogin': async (world) => ({
    ...(await aCode(world)),
    tenant_id: world.team.tenantId,
  }),
  'commandLine.refuseLogin': aCode,
  'commandLine.logins': () => ({}),
  'commandLine.endLogin': async ({ team }) => ({
    login_id: (await makeCommandLine(team, team.owner)).id,
  }),
  'commandLine.status': () => ({}),
  'commandLine.logOut': () => ({}),
  'commandLine.resend': async ({ team }) => ({
    delivery_id: await insertDelivery(team, {
      endpoint_id: await insertEndpoint(team),
      ...triedOnce,
    }),
  }),
  'commandLine.logs': () => ({}),
  'commandLine.events': () => ({ types: 'member.joined' }),
  'commandLine.resendToListener': async ({ team }) => {
    await team.api.sql.query(
      `insert into listener (id, tenant_id, token_id, person_id, member_id, machine, events, secret,
         connection_no, created_at, last_seen_at)
       select 'lsn_' || right(t.id, 26), t.tenant_id, t.id, t.person_id, 'mem_1', 'laptop', '{member.joined}',
         'x', 1, now(), now() from command_line_token t where t.tenant_id = $1
       on conflict (id) do update set last_seen_at = now()`,
      [team.tenantId],
    );
    return { last_seconds: 60 };
  },
};
