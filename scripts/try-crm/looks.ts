import { connectionSettings } from '../../src/crm/connection-settings.ts';
import type { Access, CrmConnector, Reference, Window } from '../../src/crm/connector.ts';
import type { CrmRequest, CrmResponse } from '../../src/crm/crm-api.ts';
import type { CrmHttp } from '../../src/crm/http/crm-http.ts';
import type { CrmJson } from '../../src/crm/http/crm-json.ts';

/** An observation. `holds` is null if this account has nothing that would show it. It never has a value of a record. */
export type Seen = { holds: boolean | null; seen: string };

/** Looks whether a fact of docs/crm.md holds, on which a connector relies. It only reads. */
export type Look = (account: RealAccount) => Promise<Seen>;

/** An account at the provider, or at a fake of it. */
export class RealAccount {
  readonly connector: CrmConnector;
  readonly #api: CrmHttp;
  readonly access: Access;
  #reference: Promise<Reference> | undefined;

  constructor(connector: CrmConnector, api: CrmHttp, access: Access) {
    this.connector = connector;
    this.#api = api;
    this.access = access;
  }

  get api(): CrmHttp {
    return this.#api;
  }

  get reference(): Promise<Reference> {
    this.#reference ??= this.connector.reference(this.#api);
    return this.#reference;
  }

  /** The answer, whatever its status. */
  ask(request: CrmRequest): Promise<CrmResponse> {
    return this.#api.send({
      ...request,
      accept: [400, 401, 402, 403, 404, 405, 409, 410, 414, 423],
    });
  }

  async firstPage(stream: 'deals' | 'notes', window: Window) {
    const settings = connectionSettings.parse({ notes: true });
    const request = { stream, window, after: null, settings, reference: await this.reference };
    return await this.connector.read(this.#api, request);
  }
}

export const holdsIf = (holds: boolean | null, seen: string): Seen => ({ holds, seen });

/** The field of an answer at a path. */
export function at(json: CrmJson, ...path: (string | number)[]): CrmJson {
  let found: CrmJson = json;
  for (const step of path) {
    if (Array.isArray(found)) found = found[Number(step)] ?? null;
    else if (typeof found === 'object' && found !== null) found = found[step] ?? null;
    else return null;
  }
  return found;
}

export function listAt(json: CrmJson, ...path: (string | number)[]): CrmJson[] {
  const found = at(json, ...path);
  return Array.isArray(found) ? found : [];
}

/** For every connector: it can read this account without leaving a record out. */
export const looksOfAll: Record<string, Look> = {
  account: async ({ connector, api }) => {
    const found = await connector.identify(api);
    const rows = [
      found.currency ? 'currency' : 'no currency',
      found.timeZone ? 'time zone' : 'no time zone',
      found.dailyQuota === null ? 'no daily quota' : `daily quota ${found.dailyQuota}`,
    ];
    const missing = found.missing.join(', ');
    return holdsIf(missing === '', missing ? `missing: ${missing}` : rows.join(', '));
  },
  reference: async (account) => {
    const { owners, pipelines, fields } = await account.reference;
    const counts = `${owners.length} owners, ${pipelines.length} pipelines, ${fields.length} fields`;
    return holdsIf(owners.length > 0, counts);
  },
  deals: (account) => pageSeen(account, 'deals', null),
  changed_deals: (account) => pageSeen(account, 'deals', 30),
  notes: (account) => pageSeen(account, 'notes', 30),
};

const DAY_MS = 24 * 60 * 60 * 1000;

async function pageSeen(
  account: RealAccount,
  stream: 'deals' | 'notes',
  days: number | null,
): Promise<Seen> {
  const until = new Date();
  const since = days === null ? null : new Date(until.getTime() - days * DAY_MS);
  const { records, setAside } = await account.firstPage(stream, { since, until });
  const fields = [...new Set(setAside.map(({ field }) => field))].join(', ');
  const counted = `${records.length} records`;
  if (setAside.length > 0) return holdsIf(false, `${setAside.length} set aside for ${fields}`);
  return holdsIf(records.length > 0 ? true : null, counted);
}
