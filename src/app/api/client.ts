import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '../../features/router.ts';
import { MINUTE_MS } from '../../shared/time/durations.ts';
import { MAX_BATCH_SIZE } from '../../trpc/max-batch-size.ts';
import { currentLanguage } from '../text/language.ts';
import { askLink } from './ask-link.ts';
import { isOverloaded } from './failure.ts';
import { fetchAnswer, lossOf } from './lost-answer.ts';

const URL = '/trpc';

const language = () => ({ 'accept-language': currentLanguage() });

/** If an answer gets lost, the call is repeated with the same key and still has one effect. */
export type CallContext = { idempotencyKey?: string };

/** tRPC adds `direction` to the input of every page of a list. The server does not know this field, so it is removed. */
const cursorLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) => {
    if (op.type !== 'query' || !isPage(op.input)) return next(op);
    const { direction: _, ...input } = op.input;
    return next({ ...op, input });
  };

function isPage(input: unknown): input is { direction: unknown } {
  return typeof input === 'object' && input !== null && 'direction' in input;
}

export const client = createTRPCClient<AppRouter>({
  links: [
    askLink,
    cursorLink,
    splitLink({
      condition: ({ type }) => type === 'mutation',
      true: httpLink({
        url: URL,
        fetch: fetchAnswer,
        headers: ({ op }) => {
          const { idempotencyKey } = op.context as CallContext;
          return { ...language(), ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) };
        },
      }),
      false: httpBatchLink({
        url: URL,
        fetch: fetchAnswer,
        maxItems: MAX_BATCH_SIZE,
        // In an address, a name that somebody searches for would appear in the logs of proxies (P380).
        methodOverride: 'POST',
        headers: language,
      }),
    }),
  ],
});

function mayPassSoon(error: unknown): boolean {
  const loss = lossOf(error);
  return isOverloaded(error) || loss === 'offline' || loss === 'unavailable';
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What was read less than five seconds ago is shown without another request.
      staleTime: 5_000,
      gcTime: 10 * MINUTE_MS,
      retry: (count, error) => count < 2 && mayPassSoon(error),
      retryDelay: (count) => 500 * 2 ** count,
      networkMode: 'always',
    },
    // Without a connection a call fails at once and says so. It must not wait and be sent later, when the person has
    // left or thinks that nothing has happened.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Reads again what is on the screen, whatever has changed: a list of queries for each change would lack the page that
 * is added next. Other pages read again when the person opens them.
 */
export const reload = (): Promise<void> => queryClient.invalidateQueries();

export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/** How a list finds its next page: the option of each infinite query. */
export const nextPage = {
  getNextPageParam: (page: { next_cursor: string | null }): string | null => page.next_cursor,
};
