import path from 'node:path';
import { readKept } from '../shared/kept-text.ts';
import { clusterUrl } from './cluster.ts';
import { findLocation } from './location.ts';
import { findPostmaster } from './postmaster.ts';

/** The URL of the embedded database of a running server, for tools that only read it. */
export async function runningDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const password = readKept(path.join(dataDir, 'database-password'));
  if (password === undefined) return undefined;
  const { cluster } = await findLocation(dataDir);
  const postmaster = await findPostmaster(cluster);
  return postmaster?.ready ? clusterUrl(postmaster.port, password) : undefined;
}
