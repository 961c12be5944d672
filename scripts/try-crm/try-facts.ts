import { CrmFailure, QuotaWait } from '../../src/crm/crm-failure.ts';
import { documentNamed, rowsOf, sectionOf } from '../../test/docs/harness/documents.ts';
import type { Look, RealAccount, Seen } from './looks.ts';
import { looksOf, type TriedProvider } from './open-account.ts';

/** Something that a connector relies on, and that could not be tried on a real account when it was written. */
export type Fact = {
  name: string;
  says: string;
  /** Undefined if no reading can show it. Then `how` says how a person can check it. */
  look: Look | undefined;
  how: string;
};

export type Tried = { name: string; says: string; verdict: Verdict; seen: string };
type Verdict = 'holds' | 'DIFFERS' | 'not seen' | 'by hand';

const titles = { hubspot: 'HubSpot', pipedrive: 'Pipedrive', salesforce: 'Salesforce' };

/** The facts that docs/crm.md lists for a provider. */
export function factsOf(provider: TriedProvider): Fact[] {
  const rows = rowsOf(sectionOf(documentNamed('docs/crm.md'), `### ${titles[provider]}`));
  return rows.map(([quoted = '', says = '', , how = '']) => {
    const name = quoted.replaceAll('`', '');
    return { name, says, look: looksOf[provider][name], how };
  });
}

/** Checks one fact after another, so that the account gets one request at a time. */
export async function tryFacts(provider: TriedProvider, account: RealAccount): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const { name, says, look, how } of factsOf(provider)) {
    if (!look) {
      tried.push({ name, says, verdict: 'by hand', seen: how });
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
