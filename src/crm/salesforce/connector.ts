import { z } from 'zod';
import type { Access, CrmConnector, PageRequest } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import type { CrmConfig } from '../crm-config.ts';
import { accountBase, accountHost, crmDefaults } from '../http/crm-hosts.ts';
import { hiddenOrThrow } from './hidden.ts';
import { readNotes } from './read-notes.ts';
import { readOpportunities } from './read-opportunities.ts';
import { identify } from './salesforce-account.ts';
import { explain, limits } from './salesforce-answer.ts';
import { exchangeKeys, salesforceOAuth } from './salesforce-oauth.ts';
import { reference } from './salesforce-reference.ts';
import { DATA, longId, pathId } from './soql.ts';

/** Other names of an organization's host. People may copy them from the address bar. */
const otherNames = /\.(?:lightning\.force|my\.salesforce-setup)\.com$/i;

const domainHost = (entered: string) => {
  const name = entered
    .trim()
    .replace(/^https:\/\//i, '')
    .replace(/\/$/, '')
    .replace(otherNames, '.my.salesforce.com');
  return accountHost('salesforce', name.includes('.') ? name : `${name}.my.salesforce.com`);
};

const form = z.strictObject({
  my_domain: z.string().refine((entered) => domainHost(entered) !== null),
  consumer_key: z.string().trim().min(10).max(500),
  consumer_secret: z.string().trim().min(10).max(500),
});

export function salesforceConnector(config: CrmConfig): CrmConnector {
  return {
    provider: 'salesforce',
    form,
    secret: 'consumer_secret',
    overlapMs: 10 * 60 * 1000,
    // Salesforce has no limit per second. This limit leaves room for the customer's other programs.
    requestsPerSecond: 10,
    oauth: salesforceOAuth(config),
    exchange: (api, entered) => exchangeKeys(api, entered, config),
    target: (access) => target(access, config),
    tokenServer: (access) =>
      access?.kind === 'token'
        ? baseOf(access, config)
        : (config.oauthUrl ?? crmDefaults.salesforce.oauth),
    explain,
    limits,
    identify,
    reference,
    read,
    wholeText: readContent,
    dealUrl: ({ domain }, externalId) => {
      const id = longId(externalId);
      const host = accountHost('salesforce', `${domain ?? ''}.my.salesforce.com`);
      return id && host ? `https://${host}/lightning/r/Opportunity/${id}/view` : null;
    },
  };
}

function read(api: CrmApi, request: PageRequest) {
  switch (request.stream) {
    case 'deals':
      return readOpportunities(api, request);
    case 'notes':
      return readNotes(api, request);
  }
}

/** The host that a person has entered. */
function baseOf({ entered }: Extract<Access, { kind: 'token' }>, config: CrmConfig): string {
  const { my_domain = '' } = entered;
  return accountBase('salesforce', domainHost(my_domain) ?? my_domain, config);
}

function target(access: Access, config: CrmConfig) {
  const { tokens } = access;
  if (access.kind === 'token' && tokens === null)
    return { baseUrl: baseOf(access, config), headers: {} };
  const baseUrl = accountBase('salesforce', tokens?.host ?? '', config);
  return { baseUrl, headers: { authorization: `Bearer ${tokens?.access_token ?? ''}` } };
}

const content = z.string().catch('');

/**
 * The whole text of a newer note. Its answer is the text itself, and a composite request cannot have it. Null: the note
 * is gone, or these credentials may not see it.
 */
async function readContent(api: CrmApi, id: string): Promise<string | null> {
  const path = `${DATA}/sobjects/ContentNote/${pathId(id)}/Content`;
  const answer = await api.send({ path, isText: true, accept: [404] }).catch(hiddenOrThrow);
  return answer === null || answer.status === 404 ? null : content.parse(answer.body);
}
