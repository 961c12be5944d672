import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { z } from 'zod';
import type { LinkSeal } from '../features/mail/seal-link.ts';
import { UsageError } from '../shared/usage-error.ts';

export type CommandContext = {
  pool: pg.Pool;
  now: Date;
  publicUrl: string;
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
  schema: z.ZodType<T>;
};

type Flags = Record<string, Flag>;
type Values<F extends Flags> = { [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

type Definition<F extends Flags> = {
  name: `${string} ${string}` | 'demo' | 'load' | 'reseal' | 'shard' | 'disarm';
  summary: string;
  result: string;
  flags: F;
  notes?: string[];
  /** True if the command makes a team. It may then be the first to use a database. */
  makesTeams?: true;
  /** Checks the values together. Returns the fault, or undefined. */
  check?(values: Values<F>): string | undefined;
  run(context: CommandContext, values: Values<F>): Promise<object>;
};

export type Command = Omit<Definition<Flags>, 'run' | 'check'> & {
  /** Checks the given texts. Returns the work that needs a database. */
  prepare(texts: Map<string, string>): (context: CommandContext) => Promise<object>;
};

export function command<F extends Flags>(definition: Definition<F>): Command {
  const { run, check, ...rest } = definition;
  return {
    ...rest,
    prepare(texts) {
      const entries = Object.entries(definition.flags).map(([name, flag]) => [
        name,
        readFlag(definition.name, name, flag, texts.get(name)),
      ]);
      const values = Object.fromEntries(entries) as Values<F>;
      const wrong = check?.(values);
      if (wrong) throw new UsageError(`${definition.name}: ${wrong}`);
      return (context) => run(context, values);
    },
  };
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
