import { z } from 'zod';
import { SECOND_MS } from '../../shared/time/durations.ts';
import type { OAuth, Tokens } from '../connector.ts';
import type { CrmApi, CrmResponse } from '../crm-api.ts';
import type { CrmConfig } from '../crm-config.ts';
import { CrmFailure } from '../crm-failure.ts';
import { crmDefaults } from '../http/crm-hosts.ts';
import { tokenExpiry } from '../oauth-tokens.ts';
import { readShape } from '../read-shape.ts';
import { API } from './routes.ts';

/** The operator's app at HubSpot must have exactly these scopes. */
const SCOPES = [
  'oauth',
  'crm.objects.deals.read',
  'crm.objects.owners.read',
  'crm.schemas.deals.read',
];
/** Notes need this scope. HubSpot leaves it out if the account lacks it. */
const OPTIONAL_SCOPES = ['crm.objects.contacts.read'];

const word = z.string().regex(/^[\x21-\x7e]{1,4000}$/);
const tokenAnswer = z.object({
  access_token: word,
  refresh_token: word.optional(),
  expires_in: z.string().regex(/^\d{1,9}$/),
});
const refusal = z.object({ error: z.string().optional(), status: z.string().optional() });

const REFUSED = [400, 401, 403];

/** HubSpot documents no PKCE for its consent page. */
export function hubspotOAuth({ client, oauthUrl }: CrmConfig): OAuth | null {
  if (!client) return null;
  const clientForm = { client_id: client.id, client_secret: client.secret };
  return {
    pkce: false,
    consentUrl: ({ state, redirectUri }) => {
      const url = new URL(`${oauthUrl ?? crmDefaults.hubspot.oauth}/oauth/authorize`);
      url.searchParams.set('client_id', client.id);
      url.searchParams.set('redirect_uri', redirectUri);
      url.searchParams.set('scope', SCOPES.join(' '));
      url.searchParams.set('optional_scope', OPTIONAL_SCOPES.join(' '));
      url.searchParams.set('state', state);
      return url.href;
    },
    redeem: (api, { code, redirectUri }) =>
      askTokens(api, {
        ...clientForm,
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
      }),
    renew: (api, { refresh_token }) =>
      askTokens(api, { ...clientForm, grant_type: 'refresh_token', refresh_token }),
    revoke: async (api, { refresh_token }) => {
      await api.send({
        server: 'token_server',
        path: `/oauth/${API}/token/revoke`,
        form: { ...clientForm, token: refresh_token, token_type_hint: 'refresh_token' },
        // HubSpot answers 404 for tokens that are already revoked.
        accept: [...REFUSED, 404],
      });
    },
  };
}

async function askTokens(api: CrmApi, form: Record<string, string>): Promise<Tokens> {
  const answer = await api.send({
    server: 'token_server',
    path: `/oauth/${API}/token`,
    form,
    accept: REFUSED,
  });
  if (REFUSED.includes(answer.status)) throw refused(answer);
  const read = readShape(tokenAnswer, answer.body);
  const refreshToken = read.refresh_token ?? form.refresh_token;
  if (!refreshToken) throw new CrmFailure('contract', { field: 'refresh_token' });
  const lives_seconds = Number(read.expires_in);
  return {
    access_token: read.access_token,
    refresh_token: refreshToken,
    expires_at: tokenExpiry(answer, lives_seconds * SECOND_MS),
    lives_seconds,
    host: null,
  };
}

/** HubSpot no longer knows the client. Only the operator can mend that, so the failure does not ask people to sign in. */
function refused({ status, body }: CrmResponse): CrmFailure {
  const read = refusal.safeParse(body).data;
  const isClient =
    read?.error === 'invalid_client' ||
    read?.error === 'unauthorized_client' ||
    /^BAD_CLIENT/.test(read?.status ?? '');
  return isClient
    ? new CrmFailure('internal', { status, code: 'invalid_client' })
    : new CrmFailure('auth', { status });
}
