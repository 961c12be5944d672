import path from 'node:path';
import { readKept } from '../../shared/kept-text.ts';
import { clusterUrl } from './cluster.ts';
import { findPlace } from './place.ts';
import { findPostmaster } from './postmaster.ts';

/** Where the embedded database of a running server answers; for tools that only look at it. */
export async function runningDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const password = readKept(path.join(dataDir, 'database-password'));
  if (password === undefined) return undefined;
  const { cluster } = await findPlace(dataDir);
  const postmaster = await findPostmaster(cluster);
  return postmaster?.ready ? clusterUrl(postmaster.port, password) : undefined;
}
