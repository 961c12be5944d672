import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../features/router.ts';
import type { ErrorData } from '../../operation/error-shape.ts';

/** What the server says about a failed call. Undefined if the server has not answered. */
export function failureOf(error: unknown): ErrorData | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error as TRPCClientError<AppRouter>).data ?? undefined;
}

export function codeOf(error: unknown): ErrorData['code'] | undefined {
  return failureOf(error)?.code;
}

/** True if the connection is broken, or if a proxy answers in place of the server. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TRPCClientError && failureOf(error) === undefined;
}

export function isOverloaded(error: unknown): boolean {
  return failureOf(error)?.httpStatus === 503;
}
