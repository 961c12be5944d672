import { z } from 'zod';
import type { CrmLimits } from '../connector.ts';
import type { CrmResponse } from '../crm-api.ts';
import { CrmFailure, QuotaWait } from '../crm-failure.ts';
import { errorCode, hiddenCodes } from './soql.ts';

/** The quota counts the last 24 hours, so some of it comes back at any time. */
const DAY_USED_UP_MS = 60 * 60 * 1000;
/** Too many long requests at once, of all the customer's integrations together. */
const BUSY_MS = 60 * 1000;

/** What an answer without success means in Salesforce's words. */
export function explain(answer: CrmResponse): CrmFailure | QuotaWait | null {
  const { status } = answer;
  const code = errorCode(answer);
  // Salesforce sends it with 403, but the person is still signed in.
  if (code === 'REQUEST_LIMIT_EXCEEDED')
    return new QuotaWait(isDayUsedUp(answer) ? DAY_USED_UP_MS : BUSY_MS);
  if (code === 'QUERY_TIMEOUT' || code === 'SERVER_UNAVAILABLE') {
    return new CrmFailure('unavailable', { status, code });
  }
  const permission = permissions.get(code ?? '');
  if (permission) return new CrmFailure('auth', { status, permission });
  if (code !== null && hiddenCodes.has(code)) {
    return new CrmFailure('auth', { status, code, permission: 'Read Opportunity and its fields' });
  }
  return null;
}

/** The permission that is missing when Salesforce answers with this code, in Salesforce's words. */
const permissions = new Map([
  ['API_DISABLED_FOR_ORG', 'API Enabled'],
  ['API_CURRENTLY_DISABLED', 'API Enabled'],
  ['INSUFFICIENT_ACCESS', 'Read Opportunity'],
  ['INSUFFICIENT_ACCESS_OR_READONLY', 'Read Opportunity'],
]);

const messages = z.array(z.object({ message: z.string() })).min(1);

/** `TotalRequests Limit exceeded.` means the day's quota. Other limits with this code pass soon. */
function isDayUsedUp({ body }: CrmResponse): boolean {
  const parsed = messages.safeParse(body);
  return !parsed.success || !/^concurrent/i.test(parsed.data[0]?.message ?? '');
}

/** `Sforce-Limit-Info: api-usage=18/5000` says how many requests the organization has used in 24 hours. */
export function usage(answer: CrmResponse): { used: number; granted: number } | null {
  const info = answer.header('sforce-limit-info') ?? '';
  const [, used, granted] = /(?:^|[\s;,])api-usage=(\d{1,12})\/(\d{1,12})/.exec(info) ?? [];
  return used && granted ? { used: Number(used), granted: Number(granted) } : null;
}

export function limits(answer: CrmResponse): CrmLimits {
  const found = usage(answer);
  return { left: found && Math.max(found.granted - found.used, 0), perSecond: null };
}
