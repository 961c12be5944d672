import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../../features/router.ts';

/** tRPC adds `direction` to the input of every page of a list. The server does not know this field, so it is removed. */
export const cursorLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) => {
    if (op.type !== 'query' || !isPage(op.input)) return next(op);
    const { direction: _, ...input } = op.input;
    return next({ ...op, input });
  };

function isPage(input: unknown): input is { direction: unknown } {
  return typeof input === 'object' && input !== null && 'direction' in input;
}
