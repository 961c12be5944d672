import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '../../features/router.ts';
import { MINUTE_MS } from '../../shared/durations.ts';
import { MAX_BATCH_SIZE } from '../../trpc/max-batch-size.ts';
import { currentLanguage } from '../text/language.ts';
import { askLink } from './ask-link.ts';
import { cursorLink } from './cursor-link.ts';
import { isOverloaded } from './failure.ts';
import { fetchAnswer, lossOf } from './lost-answer.ts';

const URL = '/trpc';

const language = () => ({ 'accept-language': currentLanguage() });

/** A repeated call with the same key has one effect, although the first answer got lost. */
export type CallContext = { idempotencyKey?: string };

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
      // What was read a moment ago is shown at once and not asked for again.
      staleTime: 5_000,
      gcTime: 10 * MINUTE_MS,
      retry: (count, error) => count < 2 && mayPassSoon(error),
      retryDelay: (count) => 500 * 2 ** count,
      networkMode: 'always',
    },
    // Without a connection a call fails at once and says so. It must not wait and be sent later,
    // when the person has left or thinks that nothing has happened.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Reads again all that is shown, and what was shown before once it is opened again. */
export const reload = (): Promise<void> => queryClient.invalidateQueries();

export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
