// Measures an export of a long audit log: the server's memory and the time (docs/performance.md).
//   node_modules/.bin/node scripts/bench/export.ts [--rows N] [--times N]
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { type AppSite, openAppSite } from './app/site.ts';
import { residentMiB } from './proc.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '2' },
  },
});
const ROWS = Number(values.rows);
const SAMPLE_MS = 50;
const NEW_LINE = 10;

async function fillAuditLog({ sql, owners }: AppSite): Promise<void> {
  await sql.query(
    `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, changes, ip,
       created_at)
     select m.tenant_id, 'aud_bench' || lpad(n::text, 10, '0'), 'user', m.id, 'case.changed',
       'cas_' || n % 1000, '{"changed":["title"]}', '192.0.2.7',
       now() - interval '1 year' + n * interval '30 s'
     from member m, generate_series(1, $2::integer) n where m.email = $1`,
    [owners[0], ROWS],
  );
  await sql.query('vacuum (analyze) audit_entry');
}

type Download = { rows: number; bytes: number; seconds: number; most: number };

/** Reads the file as fast as it comes, and watches the server's memory while it does. */
async function download({ server, sessions }: AppSite): Promise<Download> {
  const startedAt = performance.now();
  let most = 0;
  const look = () => {
    most = Math.max(most, residentMiB(server.pid) ?? 0);
  };
  const timer = setInterval(look, SAMPLE_MS);
  try {
    const asked = get(`${server.url}/app/export/audit-log.csv?object=case&lang=en`, {
      headers: { cookie: `__Host-sid=${sessions[0]}`, 'sec-fetch-site': 'same-origin' },
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    let [lines, bytes] = [0, 0];
    // An answer that is cut off ends this loop with an error.
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === NEW_LINE) lines += 1;
    }
    if (answer.statusCode !== 200 || lines !== ROWS + 1) {
      throw new Error(`${answer.statusCode} with ${lines} lines`);
    }
    look();
    return { rows: lines - 1, bytes, most, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    clearInterval(timer);
  }
}

const site = await openAppSite({ teams: 2 });
try {
  await fillAuditLog(site);
  const load = () => os.loadavg()[0]?.toFixed(1);
  for (let n = 0; n < Number(values.times); n += 1) {
    const [before, loadBefore] = [residentMiB(site.server.pid) ?? 0, load()];
    const { rows, bytes, seconds, most } = await download(site);
    const after = residentMiB(site.server.pid) ?? 0;
    console.log(
      `${rows} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s; resident memory ` +
        `${before.toFixed(0)} MiB before, at most ${most.toFixed(0)}, ${after.toFixed(0)} after; ` +
        `load average ${loadBefore} before, ${load()} after`,
    );
  }
} finally {
  await site.close();
}
