import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../../features/router.ts';

/** Lists go one way: the server knows no `direction`, which tRPC adds to the input of their pages. */
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
