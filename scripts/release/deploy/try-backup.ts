import { Agent, request } from 'undici';
import type { LoadedKey } from '../../bench/database.ts';
import { blocksIn, Machine } from './machine.ts';
import { require, step } from './report.ts';
import { eventually } from './run.ts';
import { inWords, requireAll, type Seen, Traffic } from './traffic.ts';

const origin = 'https://localhost';

/** Backups by the page, a drill, and a restore to a moment, with what each has lost. */
export async function tryBackup(machine: Machine, keys: LoadedKey[]): Promise<void> {
  const [setUp = '', restore = ''] = blocksIn('## Backups to the minute');
  const [ended = ''] = [...new Set(keys.map(({ tenant_id }) => tenant_id))];
  const others = keys.filter(({ tenant_id }) => tenant_id !== ended);
  await step('backup: set up and first backup', async () => {
    await machine.paste(setUp);
    return (
      await machine.paste('runuser --user postgres -- pgbackrest info | grep "full backup:"')
    ).trim();
  });
  let before: Seen | undefined;
  let moment = '';
  await step('backup: writes, a moment, an erasure, and more writes', async () => {
    before = await write(others);
    moment = (
      await machine.paste(`runuser --user postgres -- psql -Atc 'select clock_timestamp()'`)
    ).trim();
    await machine.paste(`team-api team set --team ${ended} --status ended
name=$(runuser --user postgres -- psql -Atc "select name from tenant where id = '${ended}'" team_api)
team-api team delete --team ${ended} --name "$name"
systemctl start team-api-erasures`);
    const after = await write(others);
    return `${before.made.length} writes before, ${after.made.length} after`;
  });
  let total = 0;
  await step('backup: the drill, after the disk of the database is lost', async () => {
    total = (await machine.titles()).length;
    const lostAt = Date.now();
    await machine.paste(
      'systemctl kill --signal=KILL postgresql@15-main; sleep 1; rm -rf /var/lib/postgresql/15/main/*',
    );
    // As in a shell of root, under the mask that the handbook sets for a dump.
    const report = await machine.paste('cd /root; umask 077; team-api-drill 2>&1');
    require(!report.includes('could not change directory'), report);
    const [, last = ''] = /newest transaction +(.*)/.exec(report) ?? [];
    const lost = (lostAt - Date.parse(last.replace(/( UTC|\+00)$/, 'Z').replace(' ', 'T'))) / 1000;
    require(lost < 70, `${lost} s lost: ${report}`);
    return `${lost.toFixed(0)} s lost; ${report.trim().replaceAll('\n', '; ').replaceAll(/ +/g, ' ')}`;
  });
  await step('backup: restore to the moment, by the page', async () => {
    await machine.paste(restore, { MOMENT: moment });
    const titles = await machine.titles();
    require(titles.length < total, 'nothing was undone');
    if (before) requireAll(before, titles);
    const teams = await machine.paste(
      `runuser --user postgres -- psql -Atc "select count(*) from tenant where id = '${ended}'" team_api`,
    );
    require(teams.trim() === '0', 'the erased team is back');
    await write(others);
    const since = new Date(`${moment.replace(' ', 'T')}:00`).toISOString();
    const after = JSON.parse(await machine.paste(`team-api after-restore --since ${since}`));
    require(after.older.keys > 0 && after.sessions === 0, JSON.stringify(after));
    return `${titles.length} of ${total} assignments, the erasure repeated, requests answered`;
  });
}

async function write(own: LoadedKey[]): Promise<Seen> {
  const traffic = new Traffic(origin, own, 50);
  await eventually(() => require(traffic.seen.sent >= 300, 'too few requests'));
  const seen = await traffic.stop();
  require(seen.errors.length === 0, inWords(seen));
  return seen;
}

type Former = { folder: string; backups: string; archive: string; release: string };

/** The machine is lost. By the page, a new one takes over from the copies on another machine. */
export async function tryNewMachine({ folder, backups, archive, release }: Former): Promise<void> {
  const [, packages = '', unpack = ''] = blocksIn('## One Debian machine');
  const [, restore = '', prepare = ''] = blocksIn('## Backups to the minute');
  const variables = { SITE: 'localhost', RELEASE: release };
  await step('new machine: restored from the copies, by the page', async () => {
    const former = new Machine();
    // What the page says to keep elsewhere.
    await former.paste(
      'tar -C / -cf /mnt/team-api-backups/copies.tar etc/team-api etc/pgbackrest.conf',
    );
    await former.paste('systemctl start team-api-erasures');
    const before = await former.titles();
    await former.remove();
    const lostAt = performance.now();
    const machine = await Machine.start(folder, backups);
    await machine.take(archive);
    // The accounts get other numbers there, and the copies keep the former ones.
    await machine.paste('adduser --quiet --system --group other');
    await machine.paste(packages, variables);
    await machine.paste(unpack, variables);
    await machine.paste('tar -C / --numeric-owner -xf /mnt/team-api-backups/copies.tar');
    await machine.paste(prepare, variables);
    await machine.paste(restore, variables);
    const answer = await fetchPage();
    require(answer === 200, `the site answers ${answer}`);
    const seconds = ((performance.now() - lostAt) / 1000).toFixed(0);
    const kept = new Set(await machine.titles());
    const lost = before.filter((title) => !kept.has(title)).length;
    await machine.paste('systemctl start team-api-backup@full');
    return `an answer over TLS after ${seconds} s; ${lost} of ${before.length} assignments lost`;
  });
}

async function fetchPage(): Promise<number> {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const { statusCode, body } = await request(`${origin}/app`, { dispatcher });
  await body.dump();
  await dispatcher.close();
  return statusCode;
}
