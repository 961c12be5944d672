import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { LoadedKey } from '../../bench/database.ts';
import { requireSbom } from './images.ts';
import { blocksIn, Machine } from './machine.ts';
import { require, step } from './report.ts';
import { bash, eventually, run } from './run.ts';
import { inWords, requireAll, Traffic } from './traffic.ts';
import { tryAlerts } from './try-alerts.ts';
import { tryBackup, tryNewMachine } from './try-backup.ts';

/** Pastes the page "Production" into a new Debian machine, and tries what it has made. */
export async function tryDebian(folder: string): Promise<void> {
  const backups = path.join(folder, 'backups');
  rmSync(backups, { recursive: true, force: true });
  mkdirSync(backups);
  const machine = await Machine.start(folder, backups);
  try {
    const { archive, release } = await install(machine, folder);
    const keys = await fillTeams(machine);
    await trySteps(machine, release, keys);
    await tryBackup(machine, keys);
    await tryNewMachine({ folder, backups, archive, release });
    await tryAlerts(machine, keys);
  } finally {
    await machine.remove();
  }
}

async function install(machine: Machine, folder: string) {
  const [pack = '', ...blocks] = blocksIn('## One Debian machine');
  let archive = '';
  await step('debian: the archive of the release', async () => {
    archive = (await bash(`cd ${folder} && ${path.resolve('deploy/debian/pack')}`)).trim();
    require(pack.includes('deploy/debian/pack'), 'the page makes it in another way');
    const base = archive.replace(/\.tar\.gz$/, '');
    await bash(`cd ${folder} && sha256sum --check ${base}.sha256`);
    const bytes = (await run('stat', ['--format=%s', archive])).trim();
    return `${Math.round(Number(bytes) / 1e6)} MB, ${requireSbom(readFileSync(`${base}.cdx.json`, 'utf8'))}`;
  });
  await machine.take(archive);
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
  return { archive, release };
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
    const begun = performance.now();
    const refusal = await machine.paste('team-api-release broken').catch(String);
    const seconds = (performance.now() - begun) / 1000;
    const seen = await traffic.stop();
    require(/does not become ready/.test(refusal), refusal);
    require(seen.errors.length === 0, inWords(seen));
    const current = await machine.paste('readlink /opt/team-api/current');
    require(current.trim().endsWith(release), current);
    require(seconds < 60, `${seconds.toFixed(0)} s until the former release ran again`);
    return `${inWords(seen)}, the former release ran again after ${seconds.toFixed(0)} s`;
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
