import path from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Language } from '../shared/language/language.ts';
import { keepLatest, readKept } from '../shared/process/kept-text.ts';
import { randomBase62 } from '../shared/secrets/base62.ts';
import { deriveKey } from '../shared/secrets/seal.ts';

export type Demo = {
  tenant_id: string;
  key: string;
  /** The owner's address for signing in. Missing for a team that an older version has made. */
  owner_email?: string;
  owner_password?: string;
  /**
   * When the team was made. Missing for a team that an older version has made: nothing new happens in such a
   * team.
   */
  made_at?: string;
  language?: Language;
};

const PASSWORD_LENGTH = 16;

/** The file with the key of the demo team and the password of its owner. */
export const demoFile = (dataDir: string) => path.join(dataDir, 'demo.json');

/**
 * The demo team of this installation. The first start makes it and keeps its key and password in
 * DATA_DIR for later starts. A database with other teams gets none.
 */
export async function demoTeam(
  pool: pg.Pool,
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'encryptionKey' | 'terminalLanguage'>,
  { now, stopping }: { now: Date; stopping: AbortSignal },
): Promise<Demo | undefined> {
  const { dataDir, publicUrl, encryptionKey, terminalLanguage: language } = config;
  const file = demoFile(dataDir);
  const text = readKept(file);
  const kept = JSON.parse(text ?? '{}') as Partial<Demo>;
  const { tenant_id, key } = kept;
  const { rows } = await pool.query<{ has_teams: boolean; has_demo: boolean }>(
    `select exists (select from tenant) as has_teams,
       exists (select from tenant where id = $1) as has_demo`,
    [tenant_id],
  );
  if (tenant_id && key && rows[0]?.has_demo) return { ...kept, tenant_id, key };
  // If a first start was interrupted, the file has no key, and the key of its team is lost.
  const wasCutShort = text !== undefined && !key;
  if (rows[0]?.has_teams && !wasCutShort) return undefined;
  keepLatest(file, '{}');
  // Only the first start needs this module.
  const { createDemo } = await import('../seed/demo/create-demo.ts');
  const owner_password = randomBase62(PASSWORD_LENGTH);
  const secretKey = deriveKey(encryptionKey, 'webhook-secret');
  const deps = { pool, now, publicUrl, secretKey, language, stopping };
  const made = await createDemo(deps, owner_password);
  const demo = { ...made, owner_password, language, made_at: now.toISOString() };
  keepLatest(file, JSON.stringify(demo, null, 2));
  return demo;
}
