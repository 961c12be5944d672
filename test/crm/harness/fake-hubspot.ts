import { FakeOAuth } from './fake-oauth.ts';
import { FakeServer } from './fake-server.ts';
import { type FakeRecord, iso } from './hubspot-records.ts';
import { answerHubspot } from './hubspot-routes.ts';
import { LaggedRecords } from './lagged-records.ts';

export type FakeOwner = {
  id: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  archived: boolean;
};

export type FakeProperty = {
  name: string;
  label: string;
  type: string;
  fieldType: string;
  options: { value: string; label: string }[];
};

const stage = (id: string, label: string, probability: string) => ({
  id,
  label,
  archived: false,
  metadata: { probability, isClosed: String(probability === '1.0' || probability === '0.0') },
});

/** An account of HubSpot over HTTP: records, merges, a search index, quotas and faults. */
export class FakeHubspot {
  readonly server: FakeServer;
  readonly deals: LaggedRecords<FakeRecord>;
  readonly notes: LaggedRecords<FakeRecord>;
  readonly archivedDeals = new Map<string, FakeRecord>();
  /** The deals of each note. */
  readonly dealsOfNote = new Map<string, string[]>();
  readonly oauth: FakeOAuth;
  /** Access tokens that people have made. */
  readonly tokens = new Set(['pat-eu1-fake-token-0001']);
  /** Scopes that no credentials have. */
  readonly missingScopes = new Set<string>();
  account = {
    portalId: 1_234_567,
    portalName: 'Muster GmbH' as string | undefined,
    timeZone: 'Europe/Berlin',
    companyCurrency: 'EUR',
    uiDomain: 'app-eu1.hubspot.com',
  };
  /** The limits in the headers. Null: no limit. */
  limits = {
    perTenSeconds: null as number | null,
    searchesPerSecond: null as number | null,
    daily: null as number | null,
  };
  usedToday = 0;
  /** The most records on a page of a list or search, even if more follow. */
  shortPages: number | null = null;
  owners: FakeOwner[] = [
    {
      id: '501',
      email: 'erika@muster.example',
      firstName: 'Erika',
      lastName: 'Muster',
      archived: false,
    },
    { id: '502', email: 'max@muster.example', firstName: 'Max', lastName: null, archived: false },
    { id: '503', email: 'weg@muster.example', firstName: 'Ute', lastName: 'Weg', archived: true },
  ];
  pipelines = [
    {
      id: 'default',
      label: 'Sales pipeline',
      archived: false,
      stages: [
        stage('new', 'New', '0.2'),
        stage('offer', 'Offer', '0.6'),
        stage('won', 'Won', '1.0'),
        stage('lost', 'Lost', '0.0'),
      ],
    },
    { id: 'partner', label: 'Partners', archived: false, stages: [stage('p1', 'First', '0.5')] },
  ];
  properties: FakeProperty[] = [
    { name: 'amount', label: 'Amount', type: 'number', fieldType: 'number', options: [] },
    { name: 'dealname', label: 'Deal name', type: 'string', fieldType: 'text', options: [] },
    {
      name: 'closed_lost_reason',
      label: 'Closed lost reason',
      type: 'string',
      fieldType: 'textarea',
      options: [],
    },
    {
      name: 'branche',
      label: 'Branche',
      type: 'enumeration',
      fieldType: 'select',
      options: [
        { value: 'maschinenbau', label: 'Maschinenbau' },
        { value: 'handel', label: 'Handel' },
      ],
    },
    {
      name: 'einwaende',
      label: 'Einwände',
      type: 'enumeration',
      fieldType: 'checkbox',
      options: [
        { value: 'preis', label: 'Zu teuer' },
        { value: 'zeit', label: 'Keine Zeit' },
      ],
    },
  ];
  #lastId = 90_000_000;

  constructor() {
    this.server = new FakeServer((request) => answerHubspot(this, request));
    this.deals = new LaggedRecords(this.server.clock);
    this.notes = new LaggedRecords(this.server.clock);
    this.oauth = new FakeOAuth(this.server.clock);
  }

  static async start(port = 0): Promise<FakeHubspot> {
    const fake = new FakeHubspot();
    await fake.server.listen(port);
    return fake;
  }

  get url(): string {
    return this.server.url;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Sets how long the index takes to show a change. */
  lag(lagMs: () => number): void {
    this.deals.lagMs = lagMs;
    this.notes.lagMs = lagMs;
  }

  addDeal(properties: Record<string, string | null> = {}): string {
    const id = this.#newId();
    this.#put(this.deals, id, {
      dealname: `Deal ${id}`,
      amount: '1000',
      deal_currency_code: 'EUR',
      pipeline: 'default',
      dealstage: 'new',
      hs_is_closed: 'false',
      hs_is_closed_won: 'false',
      ...properties,
    });
    return id;
  }

  editDeal(id: string, properties: Record<string, string | null>): void {
    this.#put(this.deals, id, { ...this.deals.live.get(id)?.properties, ...properties });
  }

  /** People delete a deal this way. HubSpot can restore it for 90 days. */
  archiveDeal(id: string): void {
    const deal = this.deals.live.get(id);
    if (!deal) return;
    this.archivedDeals.set(id, deal);
    this.deals.remove(id);
  }

  restoreDeal(id: string): void {
    const deal = this.archivedDeals.get(id);
    if (!deal) return;
    this.archivedDeals.delete(id);
    this.#put(this.deals, id, deal.properties);
  }

  deleteDeal(id: string): void {
    this.archivedDeals.delete(id);
    this.deals.remove(id);
  }

  /** Replaces two deals by a third. The third names both, and the deals that were merged into them before. */
  mergeDeals(first: string, second: string): string {
    const former = [first, second].flatMap((id) => [
      ...(this.deals.live.get(id)?.properties.hs_merged_object_ids?.split(';') ?? []),
      id,
    ]);
    const merged = this.addDeal({
      ...this.deals.live.get(second)?.properties,
      ...this.deals.live.get(first)?.properties,
      hs_merged_object_ids: former.join(';'),
    });
    for (const [note, deals] of this.dealsOfNote) {
      const others = deals.filter((id) => id !== first && id !== second);
      if (others.length < deals.length) this.dealsOfNote.set(note, [...others, merged]);
    }
    this.deleteDeal(first);
    this.deleteDeal(second);
    return merged;
  }

  addNote(dealIds: string[], body: string): string {
    const id = this.#newId();
    this.dealsOfNote.set(id, dealIds);
    this.#put(this.notes, id, { hs_note_body: body, hs_timestamp: this.#isoNow() });
    return id;
  }

  editNote(id: string, body: string): void {
    this.#put(this.notes, id, { ...this.notes.live.get(id)?.properties, hs_note_body: body });
  }

  removeNote(id: string): void {
    this.notes.remove(id);
  }

  /** Sends the record in this wrong form from now on. */
  spoil(records: LaggedRecords<FakeRecord>, id: string, malformed: unknown): void {
    const record = records.live.get(id);
    if (record) records.put({ ...record, malformed, modifiedMs: this.server.clock.now() });
  }

  #put(records: LaggedRecords<FakeRecord>, id: string, properties: FakeRecord['properties']): void {
    const modifiedMs = this.server.clock.now();
    const createdMs = records.live.get(id)?.createdMs ?? modifiedMs;
    records.put({
      id,
      createdMs,
      modifiedMs,
      properties: {
        ...properties,
        hs_object_id: id,
        hs_createdate: iso(createdMs),
        hs_lastmodifieddate: iso(modifiedMs),
      },
    });
  }

  #newId(): string {
    this.#lastId += 1;
    return `${this.#lastId}`;
  }

  #isoNow(): string {
    return iso(this.server.clock.now());
  }
}
