import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../features/router.ts';

/** What the procedures answer. */
export type AppOutputs = inferRouterOutputs<AppRouter>;
