import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { blocksOf, sectionOf } from '../../../test/docs/harness/documents.ts';
import type { LoadedKey } from '../../bench/database.ts';
import { debianImage } from './images.ts';
import { require, step } from './report.ts';
import { bash, eventually, run } from './run.ts';
import { inWords, requireAll, type Seen, Traffic } from './traffic.ts';

const name = 'team-api-debian';

/** A Debian machine: a container in which systemd runs. */
class Machine {
  /** Runs the lines in one shell, with the variables that the page asks for. */
  async paste(code: string, variables: Record<string, string> = {}): Promise<string> {
    const settings = Object.entries({ DEBIAN_FRONTEND: 'noninteractive', ...variables });
    const env = settings.map(([key, value]) => `--env=${key}=${value}`);
    return run('podman', ['exec', ...env, name, 'bash', '-euo', 'pipefail', '-c', code]);
  }

  async titles(): Promise<string[]> {
    const query = 'select title from assignment';
    const output = await this.paste(
      `runuser --user postgres -- psql --no-align --tuples-only --command='${query}' team_api`,
    );
    return output.trim().split('\n');
  }
}

/** Pastes the page "Production" into a new Debian machine, and tries what it has made. */
export async function tryDebian(folder: string): Promise<void> {
  const packages = ['systemd-sysv', 'dbus', 'openssl', 'procps'];
  const image = await debianImage('localhost/deploy-debian', folder, packages);
  const args = ['run', '--detach', '--replace', '--name', name, '--systemd=always', '--privileged'];
  // It installs packages, so it needs the network of this machine, whose ports 80, 443 and 5432 must be free.
  await run('podman', [...args, '--network=host', image, '/sbin/init']);
  try {
    const machine = new Machine();
    const release = await install(machine, folder);
    const keys = await fillTeams(machine);
    await trySteps(machine, release, keys);
    await tryBackup(machine, keys);
  } finally {
    await run('podman', ['rm', '--force', '--time', '0', name]);
  }
}

const page = () => readFileSync('docs/production.md', 'utf8');
const blocksIn = (heading: string) =>
  blocksOf(sectionOf(page(), heading)).flatMap(({ language, code }) =>
    language === 'sh' ? [code] : [],
  );

async function install(machine: Machine, folder: string): Promise<string> {
  const [pack = '', ...blocks] = blocksIn('## One Debian machine');
  let archive = '';
  await step('debian: the archive of the release', async () => {
    archive = (await bash(`cd ${folder} && ${path.resolve('deploy/debian/pack')}`)).trim();
    require(pack.includes('deploy/debian/pack'), 'the page makes it in another way');
    const bytes = (await run('stat', ['--format=%s', archive])).trim();
    return `${Math.round(Number(bytes) / 1e6)} MB`;
  });
  await run('podman', ['cp', archive, `${name}:/root/team-api.tar.gz`]);
  rmSync(archive);
  const release = path.basename(archive, '.tar.gz').replace('team-api-', '');
  const variables = { SITE: 'localhost', RELEASE: release };
  const begun = performance.now();
  for (const code of blocks) {
    const title = code.split('\n')[0]?.slice(0, 50);
    await step(`debian: ${title}`, async () => {
      await machine.paste(code, variables);
      return 'good';
    });
  }
  await step('debian: from nothing to an answer over TLS, by the page', () => {
    const seconds = (performance.now() - begun) / 1000;
    require(seconds < 180, `${seconds.toFixed(0)} s`);
    return `${seconds.toFixed(0)} s in all`;
  });
  return release;
}

async function fillTeams(machine: Machine): Promise<LoadedKey[]> {
  // A key has 120 requests a minute.
  const counts = '--teams 4 --keys 100 --members 5 --trainings 0 --assignments 0 --deals 0';
  await machine.paste(`team-api load ${counts} --rate-limit 1000000 --out /root/keys.jsonl`);
  const lines = (await machine.paste('cat /root/keys.jsonl')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as LoadedKey);
}

const origin = 'https://localhost';

async function trySteps(machine: Machine, release: string, keys: LoadedKey[]): Promise<void> {
  await step('debian: the units run, well protected', async () => {
    const units = ['team-api@3001', 'team-api@3002', 'team-api-worker'];
    const states = await machine.paste(`systemctl is-active ${units.join(' ')} nginx postgresql`);
    require(!/inactive|failed/.test(states), states);
    const exposures: string[] = [];
    for (const unit of units) {
      const shown = await machine.paste(`systemd-analyze security --no-pager ${unit} | tail -1`);
      const [, exposure = '10'] = /: ([\d.]+) /.exec(shown) ?? [];
      require(Number(exposure) <= 2, `${unit}: ${exposure}`);
      exposures.push(exposure);
    }
    return `exposure ${exposures.join(', ')}`;
  });

  await step('debian: systemd and the command line read the settings alike', async () => {
    const more = `MAIL_FROM='Team API <no-reply@example.com>'`;
    await machine.paste(`echo "${more}" >> /etc/team-api/environment; team-api-release ${release}`);
    const code = `pid=$(systemctl show --property=MainPID --value team-api-worker)
tr '\\0' '\\n' < /proc/$pid/environ | grep -E '^(MAIL_FROM|DATABASE_URL|ENCRYPTION_KEY|PUBLIC_URL)=' | sort
echo ---
/opt/team-api/current/node_modules/.bin/node --env-file=/etc/team-api/environment --eval '
  for (const name of ["DATABASE_URL", "ENCRYPTION_KEY", "MAIL_FROM", "PUBLIC_URL"]) console.log(name + "=" + process.env[name])'`;
    const [unit = '', commandLine] = (await machine.paste(code)).split('---\n');
    require(unit === commandLine && unit.includes('MAIL_FROM=Team API <no-reply@'), unit);
    return 'alike';
  });

  await step('debian: the next release by the page, and back', async () => {
    const next = `${release}-next`;
    const unpack = blocksIn('## One Debian machine').find((code) => code.includes('tar --extract'));
    const traffic = new Traffic(origin, keys, 50);
    const printed = await machine.paste(`${unpack}\nteam-api-release ${next} 2>&1`, {
      RELEASE: next,
    });
    require(!printed.includes('Warning'), printed);
    await machine.paste(`team-api-release ${release}; rm -r /opt/team-api/releases/${next}`);
    const seen = await traffic.stop();
    require(seen.errors.length === 0, inWords(seen));
    return inWords(seen);
  });

  await step('debian: ten restarts at 200 requests a second', async () => {
    const traffic = new Traffic(origin, keys, 200);
    for (let round = 0; round < 5; round += 1) await machine.paste(`team-api-release ${release}`);
    await eventually(() => require(traffic.seen.sent >= 20_000, 'too few requests'));
    const seen = await traffic.stop();
    requireAll(seen, await machine.titles());
    require(seen.errors.length === 0, inWords(seen));
    return inWords(seen);
  });

  await step('debian: a broken release changes nothing', async () => {
    const broken = `/opt/team-api/releases/broken`;
    await machine.paste(`cp -r /opt/team-api/releases/${release} ${broken}
sed -i '1i throw new Error("broken");' ${broken}/src/api.ts`);
    const traffic = new Traffic(origin, keys, 50);
    const refusal = await machine.paste('team-api-release broken').catch(String);
    const seen = await traffic.stop();
    require(/does not become ready/.test(refusal), refusal);
    require(seen.errors.length === 0, inWords(seen));
    const current = await machine.paste('readlink /opt/team-api/current');
    require(current.trim().endsWith(release), current);
    return inWords(seen);
  });

  await step('debian: kill -9 of each process', async () => {
    await machine.paste(`for unit in team-api@3001 team-api@3002 team-api-worker; do
  kill -9 "$(systemctl show --property=MainPID --value $unit)"
done`);
    await eventually(() =>
      machine.paste(
        'for port in 3001 3002 3011; do curl -sf -o /dev/null http://127.0.0.1:$port/readyz; done',
      ),
    );
    return 'all ready again';
  });
}

/** Backups by the page, a drill, and a restore to a moment, with what each has lost. */
async function tryBackup(machine: Machine, keys: LoadedKey[]): Promise<void> {
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
    const report = await machine.paste('team-api-drill');
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
    return `${titles.length} of ${total} assignments, the erasure repeated, requests answered`;
  });

  async function write(own: LoadedKey[]): Promise<Seen> {
    const traffic = new Traffic(origin, own, 50);
    await eventually(() => require(traffic.seen.sent >= 300, 'too few requests'));
    const seen = await traffic.stop();
    require(seen.errors.length === 0, inWords(seen));
    return seen;
  }
}
