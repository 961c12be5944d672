import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/time/durations.ts';

/** The time in `ms` milliseconds from now. */
export const at = (ms: number) => new Date(Date.now() + ms);

const none = { next_sync_at: null };
const failed = { status: 'failed', cause: 'schedule' };
const since = { failing_since: at(-26 * HOUR_MS), failures: 27 };

/** A connection in each state: its row, its newest run, and the text on its page. */
export const states = {
  first: {
    row: { provider: 'salesforce', synced_at: null, next_sync_at: at(0) },
    run: {
      cause: 'first',
      is_full: true,
      status: 'running',
      finished_at: null,
      inserted: 4200,
      started_at: at(-20_000),
      worked_ms: 20_000,
      records: 4200,
      expected: 18_000,
    },
    says: ['Erster Abgleich: 4.200 von etwa 18.000 Datensätzen gelesen'],
  },
  claimed: {
    row: { provider: 'salesforce', synced_at: null, next_sync_at: at(0), leased_at: at(0) },
    run: null,
    says: ['Der erste Abgleich hat begonnen.', 'läuft gerade'],
  },
  up_to_date: {
    row: { synced_at: at(-3 * MINUTE_MS) },
    run: { inserted: 3, updated: 11, removed: 1 },
    says: ['Zuletzt abgeglichen', 'vor 3 Minuten', '3 neu · 11 geändert · 1 entfernt'],
  },
  behind: {
    row: { read_to: at(-14 * MINUTE_MS), synced_at: at(0), next_sync_at: at(0) },
    run: {},
    says: ['Noch nicht aktuell', /Gelesen bis .*\. Der nächste Abgleich beginnt gleich\./],
  },
  running: {
    row: {},
    run: { status: 'running', finished_at: null, records: 14 },
    says: ['Abgleich läuft: 14 Datensätze gelesen', 'läuft gerade'],
  },
  waits_for_quota: {
    row: { waits_until: at(3 * DAY_MS), next_sync_at: at(3 * DAY_MS) },
    run: { status: 'waiting', finished_at: null },
    says: [/Das Kontingent bei HubSpot ist aufgebraucht\. Weiter geht es am /],
  },
  used_up: {
    row: {
      waits_until: at(3 * HOUR_MS),
      next_sync_at: at(3 * HOUR_MS),
      daily_budget: 100,
      requests: 100,
      requests_day: at(0),
    },
    run: { status: 'waiting', finished_at: null },
    says: ['Das Tagesbudget dieser Verbindung ist aufgebraucht', /Mehr Anfragen am Tag erlauben/],
  },
  sign_in: {
    row: { ...none, ...since, state: 'sign_in', failed_for: 'auth' },
    run: { ...failed, failed_for: 'auth', failure: { permission: 'crm.objects.deals.read' } },
    says: ['HubSpot verweigert ein Recht: crm.objects', 'dort dieses Recht'],
  },
  paused: {
    row: { ...none, state: 'paused' },
    run: {},
    says: ['Pausiert: Deals und Einwände', 'Fortsetzen'],
  },
  confirm_deletion: {
    row: { ...since, failed_for: 'suspicious_deletion' },
    run: { ...failed, failed_for: 'suspicious_deletion', failure: { gone: 340, of: 412 } },
    says: ['340 von 412 Deals sind im CRM nicht mehr zu sehen.', '340 Deals entfernen'],
  },
  failing: {
    row: { ...since, failed_for: 'unavailable', next_sync_at: at(40 * MINUTE_MS) },
    run: { ...failed, failed_for: 'unavailable', failure: { code: 'timeout' } },
    says: ['HubSpot hat nicht rechtzeitig geantwortet.', /Schlägt seit .* fehl\. Nächster Versuch/],
  },
  ended: {
    row: { ...none, state: 'ended' },
    run: {},
    says: ['Getrennt: Die Daten sind noch da', 'Neu verbinden'],
  },
  removing: { row: { state: 'removing' }, run: {}, says: [/Noch zu entfernen: \d+ Deals/] },
} as const;
