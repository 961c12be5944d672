import { CrmFailure, QuotaWait } from '../../src/crm/crm-failure.ts';
import type { Fact, RealAccount, Seen } from './fact.ts';

export type Tried = { name: string; says: string; verdict: Verdict; seen: string };
type Verdict = 'holds' | 'DIFFERS' | 'not seen' | 'by hand';

/** Checks one fact after another, so that the account gets one request at a time. */
export async function tryFacts(
  facts: Record<string, Fact>,
  account: RealAccount,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const [name, fact] of Object.entries(facts)) {
    const { says, look, byHand = '' } = fact;
    if (!look) {
      tried.push({ name, says, verdict: 'by hand', seen: byHand });
      continue;
    }
    const { holds, seen } = await look(account).catch(seenIn);
    const verdict = holds === null ? 'not seen' : holds ? 'holds' : 'DIFFERS';
    tried.push({ name, says, verdict, seen });
  }
  return tried;
}

function seenIn(error: unknown): Seen {
  if (error instanceof QuotaWait) return { holds: null, seen: `the quota: ${error.waitMs} ms` };
  if (error instanceof CrmFailure) return { holds: false, seen: error.message };
  throw error;
}

export function tableOf(tried: readonly Tried[]): string {
  const width = Math.max(...tried.map(({ name }) => name.length));
  return tried
    .map(({ name, verdict, seen, says }) =>
      [
        `${name.padEnd(width)}  ${verdict.padEnd(8)}  ${says}`,
        `${' '.repeat(width + 12)}${seen}`,
      ].join('\n'),
    )
    .join('\n');
}
