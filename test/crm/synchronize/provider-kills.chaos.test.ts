import { expect, inject, test } from 'vitest';
import { WorkerProcess } from '../../delivery/harness/worker-process.ts';
import { rounds } from '../../harness/rounds.ts';
import { makeTeam } from '../../harness/team.ts';
import { until } from '../../harness/until.ts';
import { useApi } from '../../harness/use-api.ts';
import { chanceOf } from '../harness/chance.ts';
import { insertConnection } from '../harness/connection.ts';
import {
  type ProviderWorld,
  providerNames,
  useProviderWorlds,
} from '../harness/provider-worlds.ts';
import { signInAgain } from '../harness/sign-in-again.ts';

const api = useApi();
const begin = useProviderWorlds();
const KILLS = 2;

const each = rounds({ few: 0, all: 24 }).map(
  (round) => [round, providerNames[round % providerNames.length] ?? 'hubspot'] as const,
);

function settingsFor({ connector, server, oauth }: ProviderWorld): Record<string, string> {
  const name = connector.provider.toUpperCase();
  return {
    [`${name}_BASE_URL`]: server.url,
    [`${name}_OAUTH_URL`]: server.url,
    [`${name}_CLIENT_ID`]: oauth.client.id,
    [`${name}_CLIENT_SECRET`]: oauth.client.secret,
  };
}

test.each(each)(
  'world %i: workers killed with -9 lose nothing of %s, and its deals keep their ids',
  async (round, name) => {
    const chance = chanceOf(inject('seed') + round);
    const world = await begin[name](chance, { isLate: false });
    const { server } = world;
    // Workers use the database's clock.
    server.clock.stands = null;
    world.oauth.rotates = true;
    for (let n = 0; n < 12; n++) world.change(() => chance() * 0.3);
    const { access, connector } = world;
    const input = { access, provider: connector.provider, settings: { notes: true } };
    const team = await makeTeam(api());
    const id = await insertConnection(team, input);
    const rows = async (text: string) => (await api().sql.query(text, [id])).rows;
    const start = () => WorkerProcess.start(api().database.url, settingsFor(world));
    const ids = new Map<string, string>();
    const look = async () => {
      const found = await rows(
        `select id, external_id, title, amount::text as amount, outcome from crm_deal
         where connection_id = $1`,
      );
      for (const { id: deal, external_id } of found) {
        expect([external_id, ids.get(external_id) ?? deal]).toEqual([external_id, deal]);
        ids.set(external_id, deal);
      }
      return new Map(
        found.map((deal) => [deal.external_id, `${deal.title} ${deal.amount} ${deal.outcome}`]),
      );
    };

    for (let kill = 0; kill < KILLS; kill++) {
      if (chance() < 0.5) world.oauth.expireAccess();
      let hangs = false;
      const hang = async () => {
        hangs = true;
        await new Promise(() => undefined);
      };
      // The first run sends at least seven requests, and the run that continues it sends one.
      const after = kill === 0 ? Math.floor(chance() * 7) : 0;
      server.plan({ fault: { kind: 'late', until: hang }, after });
      const worker = await start();
      await until('a request that hangs', async () => {
        await signInAgain(team, id, world);
        return hangs;
      });
      for (let n = 0; n < 3; n++) world.change(chance);
      await worker.kill();
      await look();
      // Ends the lease.
      await rows(
        `update crm_connection set leased_at = now() - interval '2 min', next_sync_at = now()
         where id = $1`,
      );
    }

    const last = await start();
    const ended = async (count: number) => {
      const runs = await rows(
        `select from crm_sync_run where connection_id = $1 and status = 'ok'`,
      );
      return runs.length === count;
    };
    await until('the end of the first run', async () => {
      await signInAgain(team, id, world);
      return ended(1);
    });
    // Only a full pass finds what no CRM reports, such as a deletion at HubSpot.
    await rows(
      `update crm_connection set next_sync_at = now(), next_cause = 'person', read_again = true
       where id = $1`,
    );
    await until('the end of a full pass', () => ended(2));
    expect(await look()).toEqual(world.truth());
    expect(await rows('select state, failures from crm_connection where id = $1')).toEqual([
      { state: 'active', failures: 0 },
    ]);
    await last.kill();
  },
  180_000,
);
