import { z } from 'zod';
import { SECOND_MS } from '../../shared/time/durations.ts';
import type { OAuth, Tokens } from '../connector.ts';
import type { CrmApi, CrmResponse } from '../crm-api.ts';
import type { CrmConfig } from '../crm-config.ts';
import { accountBase, crmDefaults } from '../http/crm-hosts.ts';
import { REFUSED, tokenExpiry, tokenRefusal } from '../oauth-tokens.ts';
import { readShape } from '../read-shape.ts';

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(4000),
  refresh_token: z.string().min(1).max(4000).nullish(),
  expires_in: z.coerce
    .number()
    .positive()
    .max(366 * 24 * 3600)
    .nullish(),
  api_domain: z.string().max(500).nullish(),
});

export function pipedriveOAuth(config: CrmConfig): OAuth | null {
  const { client } = config;
  if (client === null) return null;
  // Pipedrive documents no other way to send the client than this header.
  const basic = { user: client.id, password: client.secret };
  const ask = async (api: CrmApi, form: Record<string, string>, former: Tokens | null) => {
    const path = '/oauth/token';
    const answer = await api.send({ server: 'token_server', path, basic, form, accept: REFUSED });
    if (REFUSED.includes(answer.status)) throw tokenRefusal(answer, 'of the operator');
    return tokensOf(answer, former, config);
  };
  return {
    pkce: false,
    consentUrl: ({ state, redirectUri }) => {
      const url = new URL(`${config.oauthUrl ?? crmDefaults.pipedrive.oauth}/oauth/authorize`);
      url.searchParams.set('client_id', client.id);
      url.searchParams.set('redirect_uri', redirectUri);
      url.searchParams.set('state', state);
      return url.href;
    },
    redeem: (api, { code, redirectUri }) =>
      ask(api, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }, null),
    renew: (api, tokens) =>
      ask(api, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, tokens),
    revoke: async (api, tokens) => {
      const form = { token: tokens.refresh_token, token_type_hint: 'refresh_token' };
      await api.send({ server: 'token_server', path: '/oauth/revoke', basic, form });
    },
  };
}

function tokensOf(response: CrmResponse, former: Tokens | null, config: CrmConfig): Tokens {
  const answer = readShape(tokenAnswer, response.body);
  const host = answer.api_domain ?? former?.host ?? null;
  // Refuses a foreign host before any token is sent there.
  if (host !== null) accountBase('pipedrive', host, config);
  return {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? former?.refresh_token ?? '',
    expires_at: answer.expires_in ? tokenExpiry(response, answer.expires_in * SECOND_MS) : null,
    ...(answer.expires_in ? { lives_seconds: answer.expires_in } : {}),
    host,
  };
}
