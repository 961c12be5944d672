import { type Config, ConfigError, loadConfig } from '../config.ts';
import { currentTime } from '../db/current-time.ts';
import { isUnavailable } from '../db/database-error.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { createPool } from '../db/pool.ts';
import { hasDatabase, openDatabase } from '../embedded-postgres/open-database.ts';
import { linkSeal } from '../features/mail/seal-link.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { UsageError } from '../shared/errors/usage-error.ts';
import { createLogger } from '../shared/process/log.ts';
import { connectionName } from '../shared/process/own-release.ts';
import { keptServerUrl } from '../shared/process/server-url.ts';
import { deriveKey } from '../shared/secrets/seal.ts';
import { readArguments } from './arguments.ts';
import type { CommandContext } from './command.ts';
import { commands } from './commands.ts';
import { helpText } from './help.ts';
import { type Invocation, recordCommand } from './operator-entry.ts';
import { UnfinishedError } from './unfinished-error.ts';

type Environment = Record<string, string | undefined>;
type Tell = (line: string) => void;
type CommandResult = { code: 0 | 1; stdout: string; stderr: string };

/** Runs one command. Returns its output and its exit code. `tell` gets the progress of a long command. */
export async function run(
  argv: string[],
  env: Environment,
  tell: Tell = () => undefined,
): Promise<CommandResult> {
  try {
    const parsed = readArguments(commands, argv);
    if (parsed.kind === 'help') return done(helpText(commands, parsed.words));
    const { command, texts } = parsed;
    if (command.isOffline) return done(lineOf(await command.prepare(texts)()));
    const work = command.prepare(texts);
    const entry = { command: command.name, ids: command.idsAmong(texts), sudoUser: env.SUDO_USER };
    const config = withServerUrl(loadConfig(env), env);
    if (!command.mayBeFirst) requireData(config);
    const despiteOlder = texts.has('despite-older');
    return done(lineOf(await onDatabase(config, { entry, work, tell, despiteOlder })));
  } catch (error) {
    const stdout = error instanceof UnfinishedError ? lineOf(error.result) : '';
    return { code: 1, stdout, stderr: `${explain(error).replaceAll(/\s*\n\s*/g, '; ')}\n` };
  }
}

const done = (stdout: string): CommandResult => ({ code: 0, stdout, stderr: '' });
const lineOf = (result: object) => `${JSON.stringify(result)}\n`;

/**
 * Refuses a folder without a database. In another folder than the server's, a command would make a
 * new database and find it empty.
 */
function requireData({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || hasDatabase(dataDir)) return;
  throw new UsageError(
    `There is no database in ${dataDir}. Start the server first, or set DATA_DIR or DATABASE_URL as for the server.`,
  );
}

/** Without settings of its own, a command prints links to the server that uses this folder. */
function withServerUrl(config: Config, { PUBLIC_URL, PORT }: Environment): Config {
  if (PUBLIC_URL || PORT || config.databaseUrl) return config;
  return { ...config, publicUrl: keptServerUrl(config.dataDir) ?? config.publicUrl };
}

async function onDatabase<T>(
  config: Config,
  {
    entry,
    work,
    tell,
    despiteOlder,
  }: {
    entry: Invocation;
    work: (context: CommandContext) => Promise<T>;
    tell: Tell;
    despiteOlder: boolean;
  },
): Promise<T> {
  const log = createLogger('silent');
  const database = await openDatabase(config, 'cli');
  try {
    const applied = await migrate(database.url, log, { despiteOlder });
    const pool = createPool(database.url, {
      max: 2,
      name: connectionName('cli'),
      log,
      plans: config.databasePlans,
      patient: true,
    });
    try {
      const now = await currentTime(pool);
      const { publicUrl, terminalLanguage, encryptionKey } = config;
      const sealKey = deriveKey(encryptionKey, 'idempotency');
      const crmKey = deriveKey(encryptionKey, 'crm');
      const secretKey = deriveKey(encryptionKey, 'webhook-secret');
      const links = linkSeal(config);
      const progress = (soFar: object) => tell(lineOf(soFar));
      const keys = { links, sealKey, crmKey, secretKey };
      return await recordCommand(pool, entry, () =>
        work({ pool, applied, now, publicUrl, terminalLanguage, ...keys, progress }),
      );
    } finally {
      await pool.end();
    }
  } finally {
    await database.close();
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message;
  if (error instanceof ApiError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return isUnavailable(error) ? `The database cannot be reached: ${message}` : `Failed: ${message}`;
}
