import { z } from 'zod';

/** The CRMs that have settings. The names of the variables begin with these words. */
const crms = ['HUBSPOT', 'PIPEDRIVE', 'SALESFORCE'] as const;
type Crm = (typeof crms)[number];

/** What the operator has set for a CRM. Without a client, people connect it by a token alone. */
export type CrmConfig = {
  client: { id: string; secret: string } | null;
  /** Replaces the provider's own servers, for all accounts. */
  baseUrl: string | null;
  /** Replaces the provider's consent page, and its token server if both are on one host. */
  oauthUrl: string | null;
};
export type CrmConfigs = { hubspot: CrmConfig; pipedrive: CrmConfig; salesforce: CrmConfig };

/** The id or the secret of a client. Only visible ASCII, because forms and addresses carry it. */
export const clientWord = z.string().regex(/^[\x21-\x7e]{1,500}$/);

export const crmExpected = {
  id: 'the client id that the CRM has given you',
  secret: 'the client secret that the CRM has given you',
  url: 'an http or https address',
};

export const crmSecrets = crms.map((crm) => `${crm}_CLIENT_SECRET`);

type Values = {
  [Name in `${Crm}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'BASE_URL' | 'OAUTH_URL'}`]?:
    | string
    | undefined;
};

export function crmConfigs(values: Values): CrmConfigs {
  return {
    hubspot: crmConfig('HUBSPOT', values),
    pipedrive: crmConfig('PIPEDRIVE', values),
    salesforce: crmConfig('SALESFORCE', values),
  };
}

function crmConfig(crm: Crm, values: Values): CrmConfig {
  const id = values[`${crm}_CLIENT_ID`];
  const secret = values[`${crm}_CLIENT_SECRET`];
  return {
    client: id && secret ? { id, secret } : null,
    baseUrl: values[`${crm}_BASE_URL`] ?? null,
    oauthUrl: values[`${crm}_OAUTH_URL`] ?? null,
  };
}

/** The clients with an id and no secret, or the other way round. */
export function halfClients(
  settings: Record<string, string | undefined>,
): { missing: string; set: string }[] {
  return crms.flatMap((crm) => {
    const id = `${crm}_CLIENT_ID`;
    const secret = `${crm}_CLIENT_SECRET`;
    if (Boolean(settings[id]) === Boolean(settings[secret])) return [];
    return [settings[id] ? { missing: secret, set: id } : { missing: id, set: secret }];
  });
}
