import type { SpanStart } from './span.ts';

/** The name of a table, or of a function that is read like one. */
const table = /\b(?:from|into|update|join)\s+(?:"?\w+"?\.)?"?([a-z_]+)"?/gi;
const called = /^\s*select\s+([a-z_]+)\s*\(/i;
/** What a statement with `with` is for. */
const writes = /\b(insert\s+into|delete\s+from|(?<!(?:for|key)\s)update)\s+([a-z_]+)/i;
/** What may follow these words besides. */
const others = new Set(['lateral', 'now', 'of', 'only', 'select', 'set', 'unnest']);

/** Prisma makes a text for each number of values, so there may be many. */
const MOST_KEPT = 1_000;
const kept = new Map<string, SpanStart>();

/**
 * The span of a statement, by what it does with which table. The text itself stays out: it is long, and the code that
 * has it is found by the name of the operation.
 */
export function statementStart(text: string): SpanStart {
  const known = kept.get(text);
  if (known) return known;
  const [, first = 'statement'] = /^[\s(]*(\w+)/.exec(text) ?? [];
  const isWith = first.toLowerCase() === 'with';
  const [, write, written] = (isWith && writes.exec(text)) || [];
  const operation = (isWith ? (write?.split(/\s/)[0] ?? 'select') : first).toUpperCase();
  const tables = [...text.matchAll(table)].map(([, name = '']) => name);
  const read = tables.find((name) => !others.has(name.toLowerCase()));
  const about = written ?? read ?? called.exec(text)?.[1];
  const summary = about ? `${operation} ${about}` : operation;
  const start: SpanStart = {
    name: summary,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
    },
  };
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(text, start);
  return start;
}
