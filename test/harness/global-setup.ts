import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { startCluster } from '../../src/embedded-postgres/cluster.ts';
import { removeLocation } from '../../src/embedded-postgres/location.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { startOnCitus } from './citus.ts';
import { documentedAnswers, type OpenApiDocument } from './document.ts';
import { part } from './parts.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { quickFolder } from './quick-folder.ts';
import { seedOf } from './seed.ts';
import { TEMPLATE } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database of the run's own server. The databases of tests are clones of `template`. */
    databaseServer: string;
    /** That server and, in a Citus cluster, the other nodes. */
    databaseServers: string[];
    /** The address of PgBouncer in front of the server, if the run uses one. */
    pgbouncer: string | null;
    document: OpenApiDocument;
    receivedFolder: string;
    /** Contains the DATA_DIR of servers that were started once. */
    installationsFolder: string;
    /** Contains the code that Node has compiled, for the processes that tests start. */
    compiledFolder: string;
    seed: number;
  }
}

/** Settings of a database that nobody needs after the run. Its write-ahead log is kept short. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
};

/** Starts one PostgreSQL for the whole run. It never flushes to the disk, because its data are worthless. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(path.join(quickFolder(), 'team-api-test-'));
  const cluster = await startCluster({ dir, settings: throwAway });
  const citus = await onCitus();
  if (!citus) await makeTemplate(cluster.url);
  const servers = citus?.servers ?? [cluster.url];
  const document = openApiDocument() as unknown as OpenApiDocument;
  const receivedFolder = path.join(dir, 'received');
  await mkdir(receivedFolder);
  const installationsFolder = path.join(dir, 'installations');
  await mkdir(installationsFolder);
  const pooler = await poolerOf(dir, cluster.url);
  project.provide('databaseServer', servers[0] ?? cluster.url);
  project.provide('databaseServers', servers);
  project.provide('pgbouncer', pooler?.address ?? null);
  project.provide('document', document);
  project.provide('receivedFolder', receivedFolder);
  project.provide('installationsFolder', installationsFolder);
  project.provide('compiledFolder', path.join(dir, 'compiled'));
  const seed = seedOf(process.env.SEED);
  project.provide('seed', seed);
  console.log(`Random runs draw from the seed ${seed}: SEED=${seed} repeats them.`);
  return async () => {
    const received = await readReceived(receivedFolder);
    await pooler?.stop();
    await cluster.stop();
    for (const name of await readdir(installationsFolder)) {
      await removeLocation(path.join(installationsFolder, name));
    }
    await removeLocation(dir);
    if (await isWholeRun(project)) requireEveryAnswer(document, received);
  };
}

function onCitus() {
  const url = process.env.CITUS;
  return url ? startOnCitus(url, (template) => migrate(template, createLogger('silent'))) : null;
}

function poolerOf(folder: string, databaseServer: string) {
  const program = process.env.PGBOUNCER;
  return program ? startPgBouncer(program, { folder, databaseServer }) : null;
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  const url = new URL(serverUrl);
  url.pathname = TEMPLATE;
  await migrate(url.href, createLogger('silent'));
  await client.end();
}

/** Only a run of all tests of the contract can tell which answers no test has received. */
async function isWholeRun({ vitest }: TestProject): Promise<boolean> {
  if (part === 'rest') return false;
  const run = vitest.state.getTestModules().length;
  const all = (await vitest.globTestSpecifications()).length;
  return run === all && !vitest.config.testNamePattern && !vitest.config.watch;
}

/** "No operation stays without a test for each status that it documents", and for each of its codes. */
function requireEveryAnswer(document: OpenApiDocument, received: Set<string>): void {
  const missing = documentedAnswers(document).filter((answer) => !received.has(answer));
  if (missing.length > 0) {
    throw new Error(`Documented, but received by no test:\n  ${missing.join('\n  ')}`);
  }
}

async function readReceived(folder: string): Promise<Set<string>> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return new Set(files.flatMap((lines) => lines.split('\n')));
}
