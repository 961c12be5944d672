import { readFileSync } from 'node:fs';
import path from 'node:path';

const packageFile = path.resolve(import.meta.dirname, '../../../package.json');

/** The release of this checkout. */
export const { version: ownRelease } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
  version: string;
};

/** True if the first of two releases is newer than the second. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((release) => release.split('.').map(Number));
  const part = a?.findIndex((number, i) => number !== b?.[i]) ?? -1;
  return Number(a?.[part]) > Number(b?.[part]);
}

/** The name of a connection in `pg_stat_activity`, such as `team-api worker 0.12.0`. */
export function connectionName(part = ''): string {
  return ['team-api', part, ownRelease].filter(Boolean).join(' ');
}
