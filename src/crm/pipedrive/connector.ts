import { z } from 'zod';
import type { Access, CrmConnector, PageRequest } from '../connector.ts';
import type { CrmConfig } from '../crm-config.ts';
import { accountBase, accountHost, crmDefaults } from '../http/crm-hosts.ts';
import { identify, reference } from './pipedrive-account.ts';
import { explain, limits } from './pipedrive-answer.ts';
import { pipedriveOAuth } from './pipedrive-oauth.ts';
import { OVERLAP_MS, readDeals } from './read-deals.ts';
import { readNotes } from './read-notes.ts';

const companyHost = (entered: string) => {
  const name = entered
    .trim()
    .replace(/^https:\/\//i, '')
    .replace(/\/$/, '');
  return accountHost('pipedrive', name.includes('.') ? name : `${name}.pipedrive.com`);
};

/** Only visible ASCII, because a header carries the token. */
const form = z.strictObject({
  api_token: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{10,500}$/),
  company: z.string().refine((entered) => companyHost(entered) !== null),
});

export function pipedriveConnector(config: CrmConfig): CrmConnector {
  return {
    provider: 'pipedrive',
    form,
    secret: 'api_token',
    overlapMs: OVERLAP_MS,
    // On the smallest plan, a token has 20 requests in two seconds.
    requestsPerSecond: 8,
    oauth: pipedriveOAuth(config),
    exchange: null,
    target: (access) => target(access, config),
    tokenServer: () => config.oauthUrl ?? crmDefaults.pipedrive.oauth,
    explain,
    limits,
    identify,
    reference,
    read: (api, request) => read(api, request),
    dealUrl: ({ domain }, externalId) =>
      domain === null || !/^\d+$/.test(externalId)
        ? null
        : `https://${domain}.pipedrive.com/deal/${externalId}`,
  };
}

function read(api: Parameters<CrmConnector['read']>[0], request: PageRequest) {
  switch (request.stream) {
    case 'deals':
      return readDeals(api, request);
    case 'notes':
      return readNotes(api, request);
  }
}

function target(access: Access, config: CrmConfig) {
  if (access.kind === 'token') {
    const { company = '', api_token = '' } = access.entered;
    const baseUrl = accountBase('pipedrive', companyHost(company) ?? company, config);
    return { baseUrl, headers: { 'x-api-token': api_token } };
  }
  const { host, access_token } = access.tokens;
  const baseUrl = accountBase('pipedrive', host ?? 'api.pipedrive.com', config);
  return { baseUrl, headers: { authorization: `Bearer ${access_token}` } };
}
