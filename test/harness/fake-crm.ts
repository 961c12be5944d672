import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../../src/config.ts';
import type { Access, Account, CrmConnector, OAuth, Tokens } from '../../src/crm/connector.ts';
import type { CrmApi } from '../../src/crm/crm-api.ts';
import { CrmFailure, QuotaWait } from '../../src/crm/crm-failure.ts';
import type { CrmReach } from '../../src/crm/crm-reach.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';

/**
 * The first word of a secret says what the CRM does, and the second word names the account: `good-4711-…`. So tests of
 * procedures need no state of a provider.
 */
type Mood = 'good' | 'bad' | 'weak' | 'slow' | 'down' | 'quota' | 'odd';

type Opened = CrmApi & { access: Access | null; signal: AbortSignal };

const consentHost = 'https://consent.example.com/allow';

/** Also lists the consents that were redeemed and the tokens that were revoked. */
export type FakeCrm = CrmReach & { redeemed: string[]; revoked: string[]; requests: string[] };

export function fakeCrm({ publicUrl, encryptionKey }: Pick<Config, 'publicUrl' | 'encryptionKey'>) {
  const calls = { redeemed: [] as string[], revoked: [] as string[], requests: [] as string[] };
  const hubspot = connector('hubspot', z.strictObject({ access_token: z.string() }), {
    ...calls,
    oauth: true,
  });
  const pipedrive = connector(
    'pipedrive',
    z.strictObject({ company: z.string(), api_token: z.string() }),
    { ...calls, oauth: false },
  );
  const connectors = [hubspot, pipedrive];
  const reach: FakeCrm = {
    ...calls,
    connectors,
    openApi: (_, access, signal) => openApi(access, signal),
    callbackUrl: `${publicUrl}/app/crm/callback`,
    sealKey: deriveKey(encryptionKey, 'crm'),
    close: () => Promise.resolve(),
  };
  return reach;
}

function openApi(access: Access | null, signal: AbortSignal): Opened {
  const send = () => Promise.reject(new Error('The fake sends nothing'));
  const facts = { baseUrl: 'http://localhost', requests: 0, quotaLeft: null, providerTime: null };
  return { access, signal, send, ...facts };
}

type Calls = Pick<FakeCrm, 'redeemed' | 'revoked' | 'requests'>;

function connector(
  provider: 'hubspot' | 'pipedrive',
  form: z.ZodType<Record<string, string>>,
  { oauth, ...calls }: Calls & { oauth: boolean },
): CrmConnector {
  const nothing = () => Promise.reject(new Error('Nothing is read here'));
  return {
    provider,
    form,
    secret: provider === 'hubspot' ? 'access_token' : 'api_token',
    overlapMs: 0,
    requestsPerSecond: 100,
    oauth: oauth ? consent(calls) : null,
    exchange: null,
    target: () => ({ baseUrl: 'https://crm.example.com', headers: {} }),
    tokenServer: () => 'https://crm.example.com',
    explain: () => null,
    limits: () => ({ left: null, perSecond: null }),
    identify: (api) => {
      const { access, signal } = api as Opened;
      const secret = secretOf(access);
      calls.requests.push(secret);
      return identify(secret, signal);
    },
    reference: nothing,
    read: nothing,
    dealUrl: ({ id }, externalId) => `https://crm.example.com/${id}/deals/${externalId}`,
  };
}

function secretOf(access: Access | null): string {
  if (access === null) throw new Error('Without access');
  if (access.kind === 'oauth') return access.tokens.refresh_token;
  return access.entered.access_token ?? access.entered.api_token ?? '';
}

async function identify(secret: string, signal: AbortSignal): Promise<Account> {
  const [mood, id = ''] = secret.split('-');
  switch (mood as Mood) {
    case 'bad':
      throw new CrmFailure('auth', { status: 401 });
    case 'down':
      throw new CrmFailure('unavailable', { code: 'ECONNREFUSED' });
    case 'odd':
      throw new CrmFailure('contract', { field: 'portalId' });
    case 'quota':
      throw new QuotaWait(90_000);
    case 'slow':
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      break;
    case 'good':
    case 'weak':
      break;
  }
  return {
    id,
    name: `Account ${id}`,
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    dailyQuota: 1000,
    missing: mood === 'weak' ? ['crm.objects.owners.read'] : [],
    domain: null,
  };
}

/** A code is `good-4711-challenge`. The challenge is that of the consent page. */
function consent({ redeemed, revoked }: Calls): OAuth {
  return {
    pkce: true,
    consentUrl: ({ state, redirectUri, challenge }) =>
      `${consentHost}?${new URLSearchParams({ state, redirect_uri: redirectUri, challenge: challenge ?? '' })}`,
    redeem: async (_, { code, verifier }): Promise<Tokens> => {
      const [mood = '', id = '', ...challenge] = code.split('-');
      const hash = createHash('sha256')
        .update(verifier ?? '')
        .digest('base64url');
      if (hash !== challenge.join('-')) throw new CrmFailure('auth', { status: 400 });
      if (redeemed.includes(code)) throw new CrmFailure('auth', { status: 400 });
      redeemed.push(code);
      return {
        access_token: `${mood}-${id}-access-token-of-oauth`,
        refresh_token: `${mood}-${id}-refresh-token-of-oauth`,
        expires_at: null,
        host: null,
      };
    },
    renew: (_, tokens) => Promise.resolve(tokens),
    revoke: async (_, { refresh_token }) => {
      revoked.push(refresh_token);
    },
  };
}
