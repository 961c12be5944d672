import pg from 'pg';

/** A statement that a process of the product has sent. */
export type Sent = { text: string; values: unknown[] };

type Statement = string | { text: string; values?: unknown[] };

const ours = /^(api|team-api( worker| cli)? [\d.]+)$/;
/** Statements that begin or end transactions, or set up the connection. */
const noWork = /^\s*(begin|commit|rollback|set|select set_config)\b/;

/** Records each statement once, with its first values, and writes all when the process ends. */
export function noteSentStatements(): Map<string, Sent> {
  const sent = new Map<string, Sent>();
  const { prototype } = pg.Client as unknown as { prototype: { query: unknown } };
  const query = prototype.query as (...args: unknown[]) => unknown;
  prototype.query = function (this: pg.Client, statement: Statement, ...rest: unknown[]) {
    const { application_name: name } = Reflect.get(this, 'connectionParameters');
    const text = typeof statement === 'string' ? statement : statement.text;
    if (ours.test(name) && !noWork.test(text) && !sent.has(text)) {
      const values = (typeof statement === 'string' ? rest[0] : statement.values) ?? [];
      sent.set(text, { text, values: Array.isArray(values) ? values.map(written) : [] });
    }
    return Reflect.apply(query, this, [statement, ...rest]);
  };
  return sent;
}

function written(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return Array.isArray(value) ? value.map(written) : (value ?? null);
}
