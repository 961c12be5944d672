import process from 'node:process';
import { type Config, loadConfig } from './config.ts';
import { openDatabase } from './db/embedded/open-database.ts';
import { startApiProcesses } from './process/api-processes.ts';
import { type Demo, demoTeam } from './process/first-start.ts';
import { configured, live, StartError, type Stop } from './process/life.ts';
import { mainLog } from './process/main-log.ts';
import { migrateWhenReachable, serveApi } from './process/serve-api.ts';
import { welcome } from './process/welcome.ts';
import { systemClock } from './shared/clock.ts';
import { createWorkerPool, startWorker } from './worker/start-worker.ts';

// Everything of an installation, on the embedded database: what `npm start` runs.
const config = configured(() => loadConfig(process.env));
const { log, file: logFile, write } = mainLog(config);

await live(log, async () => {
  const database = await openDatabase(config, 'server', (line) => console.error(line)).catch(
    (cause: unknown) => {
      throw new StartError(cause instanceof Error ? cause.message : String(cause), { cause });
    },
  );
  const stopApi = await startApi(database.url);
  const pool = createWorkerPool(database.url, log);
  const worker = await startWorker({
    config,
    databaseUrl: database.url,
    pool,
    clock: systemClock,
    log,
  });
  const demo = await findDemo(config);
  process.stdout.write(welcome({ config, demo, logFile }));
  return async () => {
    await Promise.all([stopApi(), worker.stop()]);
    await pool.end();
    await database.close();
    log.info('stopped');
    if (logFile) process.stdout.write('  Stopped.\n');
  };

  /** A demo is a convenience: without it the API still serves. */
  async function findDemo(own: Config): Promise<Demo | undefined> {
    if (own.databaseUrl) return undefined;
    try {
      return await demoTeam(pool, own, systemClock.now());
    } catch (err) {
      log.error({ err }, 'the demo team could not be made');
      return undefined;
    }
  }
});

async function startApi(databaseUrl: string): Promise<Stop> {
  if (config.apiProcesses === 1) return serveApi(config, databaseUrl, log);
  await migrateWhenReachable(databaseUrl, log);
  const env = {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: config.encryptionKey.toString('base64'),
  };
  const processes = await startApiProcesses({ count: config.apiProcesses, log, env, write });
  return () => processes.stop();
}
