import { appendFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { isAllowed } from './allowed-statements.ts';
import { judgeStatement } from './judge-statement.ts';

type Query = (...given: unknown[]) => unknown;
type Asked = { query: Query };

const root = `${path.resolve(import.meta.dirname, '../../..')}/`;
/** Files that only pass statements on for others. */
const passesOn = /^src\/db\/(?:pg\/|prisma\/|pool|team-db|transaction|lookups|page|search-page)/;
const isOurs = /^(?:src|test|scripts)\//;
/** The file for refusals of a cluster, one JSON text a line. */
const refusals = process.env.STATEMENTS_REFUSED;

/** The judgement of each statement of the product, from the first time it was seen. */
const seen = new Map<string, Error | null>();

/** The first file of ours in the stack, with its line. */
function placeOf(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  const frames = stack.split('\n').flatMap((line) => {
    const [, file, at] = /((?:\/|file:\/\/)[^:)]+):(\d+):\d+/.exec(line) ?? [];
    const own = file?.replace('file://', '').split(root)[1];
    return own && isOurs.test(own) && !own.startsWith('test/harness/statements/')
      ? [`${own}:${at}`]
      : [];
  });
  return frames.find((frame) => !passesOn.test(frame)) ?? frames[0] ?? 'an unknown place';
}

function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked;
  const { text } = (asked ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

/** Judges a text once, where it is first sent. Statements that a test itself sends are not judged. */
function look(text: string): Error | null {
  const known = seen.get(text);
  if (known !== undefined) return known;
  const why = judgeStatement(text);
  const place = why ? placeOf() : '';
  // The product may send the same text later. Until then only a test sends it, and its judgement does not count.
  if (why && !place.startsWith('src/')) return null;
  const error =
    why && !isAllowed(place, text) ? new Error(`A statement of ${place} ${why}: ${text}`) : null;
  if (error && process.env.STATEMENTS_FOUND)
    appendFileSync(process.env.STATEMENTS_FOUND, `${JSON.stringify({ place, why, text })}\n`);
  seen.set(text, error);
  return error;
}

function watched(query: Query, self: unknown): Query {
  return (...given) => {
    const text = textOf(given[0]);
    const error = look(text);
    const place = refusals ? placeOf() : '';
    if (error && !process.env.STATEMENTS_FOUND) return refuse(error, given);
    const answer = query.apply(self, given);
    if (refusals && answer instanceof Promise) answer.catch((why) => noteRefusal(why, text, place));
    return answer;
  };
}

function refuse(error: Error, given: unknown[]): unknown {
  const done = given.findLast((one) => typeof one === 'function');
  if (!done) return Promise.reject(error);
  process.nextTick(done as Query, error);
  return undefined;
}

/** The codes with which Citus refuses a statement that it cannot plan. */
const refused = new Set(['0A000', 'XX000', '42P01', '42P17', '25006']);

function noteRefusal(error: unknown, text: string, place: string): void {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (refused.has(code)) {
    appendFileSync(String(refusals), `${JSON.stringify({ place, code, message, text })}\n`);
  }
}

/** Looks at every statement of all pools before it is sent: SQL and Prisma. */
function watch(): void {
  const { prototype } = pg.Pool as unknown as {
    prototype: Asked & { emit: (...given: unknown[]) => boolean };
  };
  const { emit, query } = prototype;
  prototype.emit = function (this: unknown, ...given) {
    const [event, client] = given;
    if (event === 'connect') {
      const asked = client as unknown as Asked;
      asked.query = watched(asked.query, client);
    }
    return emit.apply(this, given);
  };
  // Here the stack still contains the caller.
  prototype.query = function (this: unknown, ...given) {
    return watched(query, this)(...given);
  };
}

/**
 * This file runs before each test file, and files share a process. If each run added a look, every statement would take
 * longer and longer.
 */
const once = Symbol.for('the statements of this process are watched');
const known = globalThis as { [once]?: true };
if (!known[once]) watch();
known[once] = true;
