import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from './config.ts';

export type Demo = { tenant_id: string; key: string; sign_in_url: string };

const DEMO_FILE = 'demo.json';

/**
 * The demo team of this installation: made on the first start, its key kept in DATA_DIR for the
 * welcome of every later one. None in a database that has teams already.
 */
export async function demoTeam(
  pool: pg.Pool,
  { dataDir, publicUrl }: Pick<Config, 'dataDir' | 'publicUrl'>,
  now: Date,
): Promise<Demo | undefined> {
  const file = path.join(dataDir, DEMO_FILE);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  const demo = kept === undefined ? undefined : (JSON.parse(kept) as Partial<Demo>);
  const { rows } = await pool.query<{ id: string }>('select id from tenant limit 1000');
  if (demo?.key && rows.some((row) => row.id === demo.tenant_id)) return demo as Demo;
  // A file without a key is a first start that was cut short: its team has a key nobody knows.
  if (rows.length > 0 && (demo === undefined || demo.key)) return undefined;
  await keep(file, {});
  // Loaded by the one start that needs it.
  const { createDemo } = await import('./cli/demo.ts');
  const made = await createDemo(pool, { now, publicUrl });
  await keep(file, made);
  return made;
}

async function keep(file: string, content: object): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
}
