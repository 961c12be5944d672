import { z } from 'zod';
import type { CrmLimits } from '../connector.ts';
import type { CrmApi, CrmRequest, CrmResponse } from '../crm-api.ts';
import { CrmFailure, QuotaWait } from '../crm-failure.ts';
import type { CrmJson } from '../http/crm-json.ts';
import { readShape, recordList } from '../read-shape.ts';

/** The longest page that Pipedrive gives. */
export const PAGE = 500;

/**
 * Pipedrive's quota is in tokens, ours in requests. A list costs 10 tokens (v2) or 20 (v1), and a day's requests cost
 * about 13 each on average. This is a little more.
 */
const TOKENS_OF_A_REQUEST = 15;

/** The day begins at midnight in a time zone that Pipedrive does not name, so we try again each hour. */
const DAY_USED_UP_MS = 60 * 60 * 1000;
/** Cloudflare blocks clients that go on after a 429, and does not say for how long. */
const SHUT_OUT_MS = 15 * 60 * 1000;
const WINDOW_SECONDS = 2;

const list = z.object({
  data: recordList.nullish().transform((data) => data ?? []),
  additional_data: z
    .object({
      next_cursor: z.string().nullish(),
      pagination: z.object({ more_items_in_collection: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
});

export type PipedriveList = { data: CrmJson[]; cursor: string | null; hasMore: boolean };

export function readList({ body }: CrmResponse): PipedriveList {
  const { data, additional_data: more } = readShape(list, body);
  return {
    data: data as CrmJson[],
    cursor: more?.next_cursor ?? null,
    hasMore: more?.pagination?.more_items_in_collection ?? false,
  };
}

/** Sends a request that needs a permission. The failure names the permission if it is missing. */
export async function askPermitted(
  api: CrmApi,
  permission: string,
  request: CrmRequest,
): Promise<CrmResponse> {
  const answer = await api.send({ ...request, accept: [...(request.accept ?? []), 403] });
  if (answer.status !== 403) return answer;
  throw new CrmFailure('auth', { status: 403, permission });
}

/** What an answer without success means in Pipedrive's words. */
export function explain(answer: CrmResponse): CrmFailure | QuotaWait | null {
  const { status } = answer;
  if (status === 429) {
    // Even with the day used up, Pipedrive may ask for a pause of three seconds only.
    if (answer.header('x-daily-ratelimit-token-remaining') === '0') {
      return new QuotaWait(DAY_USED_UP_MS);
    }
    return new QuotaWait(1000 * Math.max(seconds(answer), WINDOW_SECONDS));
  }
  // An HTML page comes from Cloudflare. The person is still signed in.
  if (status === 403 && /html/i.test(answer.header('content-type') ?? '')) {
    return new QuotaWait(SHUT_OUT_MS);
  }
  // The company's trial is over, or a payment is missing.
  if (status === 402) return new CrmFailure('auth', { status });
  return null;
}

export function limits(answer: CrmResponse): CrmLimits {
  const left = whole(answer.header('x-daily-ratelimit-token-remaining'));
  const burst = whole(answer.header('x-ratelimit-limit'));
  return {
    left: left === null ? null : Math.floor(left / TOKENS_OF_A_REQUEST),
    // Leaves a fifth to the customer's other integrations, because they use the same window.
    perSecond: burst === null || burst === 0 ? null : (0.8 * burst) / WINDOW_SECONDS,
  };
}

/** How many of our requests fit into the day's tokens. */
export function dailyRequests(answer: CrmResponse): number | null {
  const tokens = whole(answer.header('x-daily-ratelimit-token-limit'));
  return tokens === null ? null : Math.floor(tokens / TOKENS_OF_A_REQUEST);
}

/** `x-ratelimit-reset` is a duration, not a time. */
function seconds(answer: CrmResponse): number {
  return Math.max(
    whole(answer.header('x-ratelimit-reset')) ?? 0,
    whole(answer.header('retry-after')) ?? 0,
  );
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
