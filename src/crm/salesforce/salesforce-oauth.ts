import { z } from 'zod';
import { WEEK_MS } from '../../shared/time/durations.ts';
import type { OAuth, Tokens } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import type { CrmConfig } from '../crm-config.ts';
import { accountBase, crmDefaults } from '../http/crm-hosts.ts';
import { REFUSED, tokenExpiry, tokenRefusal } from '../oauth-tokens.ts';
import { readShape } from '../read-shape.ts';

const PATH = '/services/oauth2/token';

/**
 * Salesforce does not say how long a session lives, and each use prolongs it. A refresh token that is not used for 30
 * days may end. So the tokens of a consent are renewed once a week, whether the session has ended or not.
 */
const RENEWED_EVERY_MS = WEEK_MS;

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(8000),
  refresh_token: z.string().min(1).max(4000).nullish(),
  instance_url: z.string().min(1).max(500),
});

export function salesforceOAuth(config: CrmConfig): OAuth | null {
  const { client } = config;
  if (client === null) return null;
  const ours = { client_id: client.id, client_secret: client.secret };
  return {
    pkce: true,
    consentUrl: ({ state, redirectUri, challenge }) => {
      const url = new URL(
        `${config.oauthUrl ?? crmDefaults.salesforce.oauth}/services/oauth2/authorize`,
      );
      url.searchParams.set('response_type', 'code');
      url.searchParams.set('client_id', client.id);
      url.searchParams.set('redirect_uri', redirectUri);
      url.searchParams.set('scope', 'api refresh_token');
      url.searchParams.set('state', state);
      if (challenge !== null) {
        url.searchParams.set('code_challenge', challenge);
        url.searchParams.set('code_challenge_method', 'S256');
      }
      return url.href;
    },
    redeem: (api, { code, redirectUri, verifier }) => {
      const form = {
        ...ours,
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...(verifier === null ? {} : { code_verifier: verifier }),
      };
      return askTokens(api, { form, client: 'of the operator', config });
    },
    renew: (api, { refresh_token }) => {
      const form = { ...ours, grant_type: 'refresh_token', refresh_token };
      return askTokens(api, { form, client: 'of the operator', config });
    },
    revoke: async (api, { refresh_token, access_token }) => {
      const form = { token: refresh_token || access_token };
      await api.send({ server: 'token_server', path: '/services/oauth2/revoke', form });
    },
  };
}

/** The client credentials flow gives no refresh token. Key and secret give a new token each time instead. */
export function exchangeKeys(
  api: CrmApi,
  { consumer_key = '', consumer_secret = '' }: Record<string, string>,
  config: CrmConfig,
): Promise<Tokens> {
  const form = {
    grant_type: 'client_credentials',
    client_id: consumer_key,
    client_secret: consumer_secret,
  };
  return askTokens(api, { form, client: 'of the customer', config });
}

type TokenRequest = {
  form: Record<string, string>;
  client: Parameters<typeof tokenRefusal>[1];
  config: CrmConfig;
};

async function askTokens(api: CrmApi, { form, client, config }: TokenRequest): Promise<Tokens> {
  const response = await api.send({ server: 'token_server', path: PATH, form, accept: REFUSED });
  if (REFUSED.includes(response.status)) throw tokenRefusal(response, client);
  const answer = readShape(tokenAnswer, response.body);
  // Refuses a foreign host before any token is sent there.
  accountBase('salesforce', answer.instance_url, config);
  const refresh_token = answer.refresh_token ?? form.refresh_token ?? '';
  return {
    access_token: answer.access_token,
    refresh_token,
    expires_at: refresh_token === '' ? null : tokenExpiry(response, RENEWED_EVERY_MS),
    host: answer.instance_url,
  };
}
