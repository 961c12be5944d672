import { z } from 'zod';
import type { CrmLimits } from '../connector.ts';
import type { CrmApi, CrmRequest, CrmResponse } from '../crm-api.ts';
import { CrmFailure, QuotaWait } from '../crm-failure.ts';
import type { CrmJson } from '../crm-json.ts';
import { readShape } from '../read-shape.ts';

/** The most that a page can have. */
export const PAGE = 500;

/**
 * Pipedrive counts tokens, and a connection counts requests. A list costs 10 (v2) or 20 (v1), and the requests of
 * a day cost about 13 each.
 */
const TOKENS_OF_A_REQUEST = 15;

/** The day begins at midnight in a time zone that Pipedrive does not name, so it is tried each hour (P513). */
const DAY_USED_UP_MS = 60 * 60 * 1000;
/** Cloudflare shuts out who goes on after a 429. It does not say for how long. */
const SHUT_OUT_MS = 15 * 60 * 1000;
const WINDOW_SECONDS = 2;

const list = z.object({
  data: z
    .array(z.unknown())
    .nullish()
    .transform((data) => data ?? []),
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

/** Asks for what needs a permission. Without it, the failure names the permission. */
export async function askPermitted(
  api: CrmApi,
  permission: string,
  request: CrmRequest,
): Promise<CrmResponse> {
  const answer = await api.send({ ...request, accept: [...(request.accept ?? []), 403] });
  if (answer.status !== 403) return answer;
  throw new CrmFailure('auth', { status: 403, permission });
}

/** What an answer that is no success means in Pipedrive's words. */
export function explain(answer: CrmResponse): CrmFailure | QuotaWait | null {
  const { status } = answer;
  if (status === 429) {
    // The answer may ask for three seconds even then.
    if (answer.header('x-daily-ratelimit-token-remaining') === '0') {
      return new QuotaWait(DAY_USED_UP_MS);
    }
    return new QuotaWait(1000 * Math.max(seconds(answer), WINDOW_SECONDS));
  }
  // A page, and not JSON: it comes from Cloudflare, and is no lost sign-in.
  if (status === 403 && /html/i.test(answer.header('content-type') ?? '')) {
    return new QuotaWait(SHUT_OUT_MS);
  }
  // The company's account is not open: its trial is over, or a payment is missing.
  if (status === 402) return new CrmFailure('auth', { status });
  return null;
}

export function limits(answer: CrmResponse): CrmLimits {
  const left = whole(answer.header('x-daily-ratelimit-token-remaining'));
  const burst = whole(answer.header('x-ratelimit-limit'));
  return {
    left: left === null ? null : Math.floor(left / TOKENS_OF_A_REQUEST),
    // A little less, because the customer's other integrations share the window.
    perSecond: burst === null || burst === 0 ? null : (0.8 * burst) / WINDOW_SECONDS,
  };
}

/** How many requests of ours the day's tokens are. */
export function dailyRequests(answer: CrmResponse): number | null {
  const tokens = whole(answer.header('x-daily-ratelimit-token-limit'));
  return tokens === null ? null : Math.floor(tokens / TOKENS_OF_A_REQUEST);
}

/** `x-ratelimit-reset` is a duration. */
function seconds(answer: CrmResponse): number {
  return Math.max(
    whole(answer.header('x-ratelimit-reset')) ?? 0,
    whole(answer.header('retry-after')) ?? 0,
  );
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
