import { existsSync } from 'node:fs';
import path from 'node:path';
import { readKept } from '../shared/kept-text.ts';
import { clusterUrl } from './cluster.ts';
import { findLocation } from './location.ts';
import { findPostmaster } from './postmaster.ts';

const passwordFile = (dataDir: string) => path.join(dataDir, 'database-password');

/** True if an embedded database was ever made in this folder. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(passwordFile(dataDir));
}

/** The URL of the embedded database of a running server, for tools that only read it. */
export async function runningDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const password = readKept(passwordFile(dataDir));
  if (password === undefined) return undefined;
  const { cluster } = await findLocation(dataDir);
  const postmaster = await findPostmaster(cluster);
  return postmaster?.ready ? clusterUrl(postmaster.port, password) : undefined;
}
