import type { ServerResponse } from 'node:http';
import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape } from '@trpc/server';
import { appRouter } from '../features/router.ts';
import type { ErrorData } from '../operation/error-shape.ts';
import { AppError } from '../shared/errors/app-errors.ts';
import { encoded } from '../shared/json/encoded.ts';
import { JsonText } from '../shared/json/json-text.ts';
import type { AppDeps, Caller } from './caller.ts';
import { ProcedureCalls } from './procedure-calls.ts';
import type { RequestedCalls } from './requested-calls.ts';
import { writeAnswer } from './write-answer.ts';

type End = { text: string; failure: ErrorData | undefined };

/**
 * Calls the procedures of a request and writes tRPC's answer. tRPC's own adapter would write all
 * results in one turn of the event loop, and would parse JSON that PostgreSQL has already written.
 */
export async function answerCalls(
  deps: AppDeps,
  { caller, requested, res }: { caller: Caller; requested: RequestedCalls; res: ServerResponse },
): Promise<void> {
  const ctx = new ProcedureCalls(deps, caller, requested.calls.length);
  const ends = await Promise.all(
    requested.calls.map((_, index) => endOf(ctx, { caller, requested, index })),
  );
  const texts = ends.map(({ text }) => text);
  const statuses = new Set(ends.map(({ failure }) => failure?.httpStatus ?? 200));
  const [status = 200] = statuses;
  const cookies = caller.cookies.lines();
  const answer = {
    // 207 if the calls of a batch end in different ways (RFC 4918).
    status: statuses.size > 1 ? 207 : status,
    body: await encoded(requested.isBatch ? `[${texts.join(',')}]` : texts.join('')),
    failures: ends.flatMap(({ failure }) => failure ?? []),
    headers: {
      ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
      ...(caller.isReplay && { 'Idempotency-Replayed': 'true' }),
    },
  };
  writeAnswer(res, answer, caller);
}

type One = { caller: Caller; requested: RequestedCalls; index: number };

async function endOf(ctx: ProcedureCalls, { caller, requested, index }: One): Promise<End> {
  const { path = '', type } = requested.calls[index] ?? {};
  const getRawInput = async () => {
    const { value } = caller.input;
    return requested.isBatch ? value?.[index] : value;
  };
  try {
    if (!type) throw new AppError('unknown_procedure', { detail: 'No such procedure.' });
    const call = { router: appRouter, path, type, ctx, getRawInput, batchIndex: index };
    const data: unknown = await callTRPCProcedure({ ...call, signal: undefined });
    const text = data instanceof JsonText ? data.text : JSON.stringify(data);
    return { text: `{"result":{"data":${text}}}`, failure: undefined };
  } catch (thrown) {
    const error = getTRPCErrorFromUnknown(thrown);
    const about = { config: appRouter._def._config, path, ctx, input: undefined };
    const shape = getTRPCErrorShape({ ...about, error, type: type ?? 'unknown' });
    return { text: JSON.stringify({ error: shape }), failure: shape.data };
  }
}
