import { appendFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { isAllowed } from './allowed-statements.ts';
import { judgeStatement } from './judge-statement.ts';

type Query = (...args: unknown[]) => unknown;
type Watched = { query: Query };

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

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

/** Judges a text once, where it is first sent. Statements that a test itself sends are not judged. */
function look(text: string): Error | null {
  const cached = seen.get(text);
  if (cached !== undefined) return cached;
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
  return (...args) => {
    const text = textOf(args[0]);
    const error = look(text);
    const place = refusals ? placeOf() : '';
    if (error && !process.env.STATEMENTS_FOUND) return refuse(error, args);
    const answer = query.apply(self, args);
    if (refusals && answer instanceof Promise) answer.catch((why) => noteRefusal(why, text, place));
    return answer;
  };
}

function refuse(error: Error, args: unknown[]): unknown {
  const done = args.findLast((one) => typeof one === 'function');
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
    prototype: Watched & { emit: (...args: unknown[]) => boolean };
  };
  const { emit, query } = prototype;
  prototype.emit = function (this: unknown, ...args) {
    const [event, client] = args;
    if (event === 'connect') {
      const target = client as unknown as Watched;
      target.query = watched(target.query, client);
    }
    return emit.apply(this, args);
  };
  // Here the stack still contains the caller.
  prototype.query = function (this: unknown, ...args) {
    return watched(query, this)(...args);
  };
}

/**
 * This file runs before each test file, and files share a process. If each run added a look, every statement would take
 * longer and longer.
 */
const once = Symbol.for('the statements of this process are watched');
const patched = globalThis as { [once]?: true };
if (!patched[once]) watch();
patched[once] = true;
