import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { z } from 'zod';
import { recordAudit } from '../features/audit-log/record-audit.ts';
import type { LinkSeal } from '../features/mail/seal-link.ts';
import { UsageError } from '../shared/errors/usage-error.ts';
import type { Language } from '../shared/language/language.ts';
import { inTeam } from './in-team.ts';

export type CommandContext = {
  pool: pg.Pool;
  /** The migrations that were applied for this command. */
  applied?: string[];
  now: Date;
  publicUrl: string;
  terminalLanguage?: Language;
  /** The key that encrypts the signing secrets of webhook endpoints. */
  secretKey: KeyObject;
  /** Decrypts the links in mails that are not sent yet. */
  links: LinkSeal;
  /** The key that decrypts the stored responses of an Idempotency-Key. */
  sealKey: KeyObject;
  /** The key that encrypts the credentials of CRM connections. */
  crmKey: KeyObject;
  /** Reports how far a long command is. */
  progress?: (soFar: object) => void;
};

/** One option of a command: the text that it needs, in words and as a schema. */
export type Flag<T = unknown> = {
  value: string;
  expects: string;
  required: boolean;
  /** True if the value is an id, which the log of the operator keeps. */
  isId?: true;
  schema: z.ZodType<T>;
};

type Flags = Record<string, Flag>;
type Values<F extends Flags> = { [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

type Definition<F extends Flags> = {
  name:
    | `${string} ${string}`
    | 'after-restore'
    | 'demo'
    | 'disarm'
    | 'init'
    | 'load'
    | 'migrate'
    | 'reseal'
    | 'shard';
  summary: string;
  result: string;
  flags: F;
  notes?: string[];
  /** True if the command may be the first to use a database. */
  mayBeFirst?: true;
  /**
   * True if the command changes nothing. If it is about one team, the audit log of the team says that it was read;
   * a command that changes the team has an entry of its change.
   */
  reads?: true;
  /** Checks the values together. Returns the fault, or undefined. */
  check?(values: Values<F>): string | undefined;
  run(context: CommandContext, values: Values<F>): Promise<object>;
};

type OfflineDefinition<F extends Flags> = Omit<Definition<F>, 'run' | 'mayBeFirst' | 'reads'> & {
  run(values: Values<F>): Promise<object>;
};

type Described = Omit<Definition<Flags>, 'run' | 'check' | 'reads'>;

type DatabaseCommand = Described & {
  isOffline: false;
  /** The ids among the given texts. A mistake may have put an address or a name in the place of an id. */
  idsAmong(texts: Map<string, string>): Record<string, string>;
  /** Checks the given texts. Returns the work that needs a database. */
  prepare(texts: Map<string, string>): (context: CommandContext) => Promise<object>;
};

type OfflineCommand = Described & {
  isOffline: true;
  /** Checks the given texts. Returns the work. */
  prepare(texts: Map<string, string>): () => Promise<object>;
};

export type Command = DatabaseCommand | OfflineCommand;

const looksLikeId = /^([a-z]{3,4}_[0-9a-z]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Tells the team in its audit log that the operator reads its data. */
function recordRead(context: CommandContext, team: string, name: string): Promise<void> {
  return inTeam(context, team, (call) =>
    recordAudit(call, { action: 'team.data_read', targetId: team, changes: { command: name } }),
  );
}

export function command<F extends Flags>(definition: Definition<F>): DatabaseCommand {
  const { run, check: _, reads, ...rest } = definition;
  const { name, flags } = definition;
  return {
    ...rest,
    isOffline: false,
    idsAmong: (texts) =>
      Object.fromEntries(
        [...texts].filter(([flag, text]) => flags[flag]?.isId && looksLikeId.test(text)),
      ),
    prepare(texts) {
      const values = readValues(definition, texts);
      const team = texts.get('team');
      return async (context) => {
        if (reads && team) await recordRead(context, team, name);
        return run(context, values);
      };
    },
  };
}

/** A command that needs neither a database nor settings. */
export function offlineCommand<F extends Flags>(definition: OfflineDefinition<F>): OfflineCommand {
  const { run, check: _, ...rest } = definition;
  const prepare = (texts: Map<string, string>) => {
    const values = readValues(definition, texts);
    return () => run(values);
  };
  return { ...rest, isOffline: true, prepare };
}

function readValues<F extends Flags>(
  { name, flags, check }: Pick<Definition<F>, 'name' | 'flags' | 'check'>,
  texts: Map<string, string>,
): Values<F> {
  const entries = Object.entries(flags).map(([flagName, flag]) => [
    flagName,
    readFlag(name, flagName, flag, texts.get(flagName)),
  ]);
  const values = Object.fromEntries(entries) as Values<F>;
  const wrong = check?.(values);
  if (wrong) throw new UsageError(`${name}: ${wrong}`);
  return values;
}

function readFlag(
  commandName: string,
  name: string,
  flag: Flag,
  text: string | undefined,
): unknown {
  if (text === undefined && flag.required) {
    throw new UsageError(`${commandName}: --${name} is missing; expected ${flag.expects}`);
  }
  const parsed = flag.schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place =
    issue && issue.path.length > 0 ? ` (${issue.path.join('.')}: ${issue.message})` : '';
  throw new UsageError(`${commandName}: --${name} is wrong${place}; expected ${flag.expects}`);
}
