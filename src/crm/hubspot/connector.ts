import { z } from 'zod';
import type { CrmConnector } from '../connector.ts';
import type { CrmConfig } from '../crm-config.ts';
import { crmDefaults } from '../http/crm-hosts.ts';
import { identify, isAppDomain, readReference } from './account.ts';
import { readDeals } from './deals.ts';
import { readNotes } from './notes.ts';
import { hubspotOAuth } from './oauth.ts';
import { explainHubspot, hubspotLimits } from './refusals.ts';

/** HubSpot's search is usually seconds late, and minutes when HubSpot has trouble. */
const OVERLAP_MS = 60 * 60 * 1000;

/** HubSpot: a service key, a token of a private app, or OAuth. */
export function hubspotConnector(config: CrmConfig): CrmConnector {
  const baseUrl = config.baseUrl ?? crmDefaults.hubspot.base;
  return {
    provider: 'hubspot',
    form: z.strictObject({
      access_token: z
        .string()
        .trim()
        .regex(/^[\x21-\x7e]{10,1000}$/),
    }),
    secret: 'access_token',
    overlapMs: OVERLAP_MS,
    // The lowest limit of all plans and kinds of access. The answers contain the real limit.
    requestsPerSecond: 10,
    oauth: hubspotOAuth(config),
    exchange: null,
    target: (access) => {
      const token =
        access.kind === 'oauth' ? access.tokens.access_token : access.entered.access_token;
      return { baseUrl, headers: { authorization: `Bearer ${token}` } };
    },
    tokenServer: () => baseUrl,
    explain: explainHubspot,
    limits: hubspotLimits,
    identify,
    reference: readReference,
    read: (api, request) => {
      switch (request.stream) {
        case 'deals':
          return readDeals(api, request);
        case 'notes':
          return readNotes(api, request);
      }
    },
    dealUrl: ({ id, domain }, externalId) => {
      if (!/^\d+$/.test(id) || !/^\d+$/.test(externalId)) return null;
      const host = domain !== null && isAppDomain(domain) ? domain : 'app.hubspot.com';
      return `https://${host}/contacts/${id}/record/0-3/${externalId}`;
    },
  };
}
