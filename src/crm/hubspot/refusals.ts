import { z } from 'zod';
import type { CrmLimits } from '../connector.ts';
import type { CrmResponse } from '../crm-api.ts';
import { CrmFailure, QuotaWait } from '../crm-failure.ts';
import { retryAfterMs } from '../http/crm-answer.ts';

const HOUR_MS = 60 * 60 * 1000;
/** HubSpot is moving the account to another data center, and says how long that takes. */
const MIGRATES = 477;

const context = z.record(z.string(), z.array(z.string())).catch({});
const refusal = z.object({
  category: z.string().optional().catch(undefined),
  policyName: z.string().optional().catch(undefined),
  context: context.optional(),
  errors: z
    .array(z.object({ context: context.optional() }))
    .catch([])
    .optional(),
});

export function explainHubspot(answer: CrmResponse): CrmFailure | QuotaWait | null {
  const { status } = answer;
  const read = refusal.safeParse(answer.body);
  // The daily quota ends at midnight in the account's time zone. The answer does not contain this zone.
  const isDaily = status === 429 && read.data?.policyName === 'DAILY';
  if (isDaily || status === MIGRATES) return new QuotaWait(retryAfterMs(answer) ?? HOUR_MS);
  if (status !== 403) return null;
  const [permission] = missingPermissions(answer);
  return permission === undefined ? null : new CrmFailure('auth', { status, permission });
}

/** The scopes that a refusal demands. Of scopes that are equally good, only the first. */
export function missingPermissions({ body }: CrmResponse): string[] {
  const read = refusal.safeParse(body);
  if (!read.success || read.data.category !== 'MISSING_SCOPES') return [];
  const contexts = [read.data.context, ...(read.data.errors ?? []).map((error) => error.context)];
  const scopes = contexts.flatMap((each) => [
    ...(each?.missingScopes ?? []),
    ...(each?.requiredScopes ?? []),
    ...(each?.requiredGranularScopes ?? []).slice(0, 1),
  ]);
  return scopes.filter((scope) => /^[\w.-]{1,100}$/.test(scope));
}

/** The share of the limit that we use. The rest is for clocks that differ. Answers of the search have no such headers. */
const SHARE = 0.9;

export function hubspotLimits(answer: CrmResponse): CrmLimits {
  const number = (name: string) => numberOf(answer.header(`x-hubspot-ratelimit-${name}`));
  const max = number('max');
  const interval = number('interval-milliseconds');
  return {
    left: number('daily-remaining'),
    perSecond: max && interval ? (max / interval) * 1000 * SHARE : null,
  };
}

export function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}
