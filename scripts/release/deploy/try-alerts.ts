import type { LoadedKey } from '../../bench/database.ts';
import { blocksIn, type Machine } from './machine.ts';
import { require, step } from './report.ts';
import { eventually } from './run.ts';
import { Traffic } from './traffic.ts';

const LIMIT_MS = 900_000;
const data = '/var/lib/postgresql/15/main';
const exporter = '/var/lib/prometheus/node-exporter';
const backups = '/mnt/team-api-backups';

/** A certificate for the site that the machine trusts, which ends after so many days. */
const certificateFor = (days: number) => `openssl req -x509 -newkey ec \\
  -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=localhost -addext subjectAltName=DNS:localhost \\
  -keyout /etc/team-api/tls/privkey.pem -out /etc/team-api/tls/fullchain.pem
cp /etc/team-api/tls/fullchain.pem /usr/local/share/ca-certificates/site.crt
update-ca-certificates --fresh
systemctl reload nginx
systemctl restart prometheus-blackbox-exporter`;

/** The alerts by the page, each of those about the machine and its backups with its fault. */
export async function tryAlerts(machine: Machine, keys: LoadedKey[]): Promise<void> {
  const [setUp = ''] = blocksIn('## Metrics and alerts');
  const asked = async (path: string) =>
    JSON.parse(await machine.paste(`curl --silent --fail http://127.0.0.1:9090/api/v1/${path}`))
      .data;
  const firing = async (): Promise<string[]> => {
    const { alerts } = (await asked('alerts')) as {
      alerts: { state: string; labels: { alertname: string } }[];
    };
    const names = alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels }) => labels.alertname);
    return [...new Set(names)].toSorted();
  };
  const fire = (expected: string[]) =>
    eventually(async () => {
      const names = await firing();
      const missing = expected.filter((name) => !names.includes(name));
      require(missing.length ===
        0, `${missing.join()} of ${expected.join()} do not fire: ${names.join()}`);
    }, LIMIT_MS);
  const quiet = () =>
    eventually(async () => {
      const { activeTargets } = (await asked('targets')) as { activeTargets: { health: string }[] };
      require(activeTargets.length === 5, `${activeTargets.length} targets`);
      for (const { health } of activeTargets) require(health === 'up', health);
      const names = await firing();
      require(names.length === 0, names.join());
    }, LIMIT_MS);

  await step('alerts: by the page, and none fires', async () => {
    // The tables on a small disk of their own: PostgreSQL stops for good if it cannot write its log (pg_wal). The account
    // of the node exporter cannot enter the folder of the data, so the disk has a second place.
    await machine.paste(`systemctl stop 'postgresql*'
mkdir /var/tmp/base && cp -a ${data}/base/. /var/tmp/base
mount -t tmpfs -o size=400m,mode=700 tmpfs ${data}/base
chown postgres: ${data}/base && cp -a /var/tmp/base/. ${data}/base
mkdir /srv/tables && mount --bind ${data}/base /srv/tables
systemctl start postgresql`);
    await machine.paste(setUp, { SITE: 'localhost' });
    await machine.paste(certificateFor(90));
    await machine.paste('systemctl start team-api-backup@full team-api-erasures');
    await quiet();
    return 'good';
  });

  const faults: [alert: string, fault: string][] = [
    ['ArchivingFails', `mv ${backups}/repository ${backups}/away`],
    ['BackupFails', 'systemctl start team-api-backup@diff || true'],
    // The timers stand still since yesterday.
    [
      'BackupOld',
      `systemctl stop 'team-api-*.timer'; age() { sed -i -E "s/[0-9]+\\$/$(($(date +%s) - 100000))/" "$@"; }
age ${exporter}/team-api-backup@*.success_timestamp_seconds.prom`,
    ],
    [
      'ErasureListOld',
      `sed -i -E "s/[0-9]+$/$(($(date +%s) - 3600))/" ${exporter}/team-api-erasures.service.success_timestamp_seconds.prom`,
    ],
    ['CertificateEnds', certificateFor(10)],
    [
      'DiskFills',
      `fallocate -l $(df --output=avail -B1 ${data}/base | tail -1) ${data}/base/filler`,
    ],
  ];
  await step('alerts: archive, backups, list of erasures, certificate and disk', async () => {
    for (const [, fault] of faults) await machine.paste(fault);
    const traffic = new Traffic('https://localhost', keys, 20);
    await fire([...faults.map(([alert]) => alert), 'WritesRefused']);
    const ready = await machine.paste(
      'curl --silent --write-out "%{http_code}" http://127.0.0.1:3001/readyz',
    );
    require(ready === '{"status":"ready","writes_refused":"disk_full"}200', ready);
    const { errors, sent } = await traffic.stop();
    return `${(await firing()).join(', ')}; ${errors.length} of ${sent} requests refused, /readyz says disk_full`;
  });

  await step('alerts: the site is down', async () => {
    await machine.paste('systemctl stop nginx');
    await fire(['SiteDown']);
    return 'SiteDown';
  });

  await step('alerts: all is mended, and none fires', async () => {
    await machine.paste(`rm ${data}/base/filler; mv ${backups}/away ${backups}/repository; systemctl start nginx
${certificateFor(90)}
systemctl start team-api-backup@full team-api-backup@diff team-api-erasures
systemctl start team-api-backup@full.timer team-api-backup@diff.timer team-api-erasures.timer`);
    await quiet();
    const ready = await machine.paste('curl --silent http://127.0.0.1:3001/readyz');
    require(ready === '{"status":"ready"}', ready);
    return 'good';
  });
}
