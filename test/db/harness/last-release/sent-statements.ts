import pg from 'pg';

/** A statement that a process of the product has sent. */
export type Sent = { text: string; values: unknown[] };

type Asked = string | { text: string; values?: unknown[] };

const ours = /^(api|team-api( worker| cli)? [\d.]+)$/;
/** Statements that begin or end transactions, or set up the connection. */
const noWork = /^\s*(begin|commit|rollback|set|select set_config)\b/;

/** Records each statement once, with its first values, and writes all when the process ends. */
export function noteSentStatements(): Map<string, Sent> {
  const sent = new Map<string, Sent>();
  const { prototype } = pg.Client as unknown as { prototype: { query: unknown } };
  const query = prototype.query as (...given: unknown[]) => unknown;
  prototype.query = function (this: pg.Client, asked: Asked, ...rest: unknown[]) {
    const { application_name: name } = Reflect.get(this, 'connectionParameters');
    const text = typeof asked === 'string' ? asked : asked.text;
    if (ours.test(name) && !noWork.test(text) && !sent.has(text)) {
      const values = (typeof asked === 'string' ? rest[0] : asked.values) ?? [];
      sent.set(text, { text, values: Array.isArray(values) ? values.map(written) : [] });
    }
    return Reflect.apply(query, this, [asked, ...rest]);
  };
  return sent;
}

function written(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return Array.isArray(value) ? value.map(written) : (value ?? null);
}
