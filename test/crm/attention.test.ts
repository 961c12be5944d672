import { describe, expect, test } from 'vitest';
import { attentionItems } from '../../src/app/pages/overview/attention-items.ts';
import { overviewTexts } from '../../src/app/pages/overview/texts.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';

type AttentionInput = Parameters<typeof attentionItems>[0];
type Connection = AttentionInput['connections'][number];

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

function itemsOf(connection: Partial<Connection>) {
  const input = { id: 'con_1', name: 'Vertrieb', failure: null, failing_since: null };
  const nothing = {
    health: [],
    endpoints: [],
    readers: [],
    keys: [],
    usage: undefined,
    settings: undefined,
  };
  return attentionItems({
    ...nothing,
    invited: [],
    expired: [],
    connections: [{ ...input, ...connection }],
    t: overviewTexts.de,
    count: String,
  } as Partial<AttentionInput> as AttentionInput);
}

describe('a CRM connection needs attention', () => {
  test.each<[string, Partial<Connection>, string]>([
    [
      'that asks for a sign-in',
      { state: 'sign_in' },
      'Das CRM „Vertrieb“ verlangt eine neue Anmeldung',
    ],
    [
      'that lacks a permission',
      { state: 'sign_in', failure: { reason: 'auth', permission: 'crm.objects.deals.read' } },
      'Dem CRM „Vertrieb“ fehlt ein Recht',
    ],
    [
      'whose deletion is open',
      { state: 'confirm_deletion', failing_since: ago(MINUTE_MS) },
      'Im CRM „Vertrieb“ fehlt mehr als die Hälfte der Deals',
    ],
    [
      'whose deletion of notes is open',
      {
        state: 'confirm_deletion',
        failing_since: ago(MINUTE_MS),
        failure: { reason: 'suspicious_deletion', gone: 30, of: 40, stream: 'notes' },
      },
      'Im CRM „Vertrieb“ fehlt mehr als die Hälfte der Notizen mit Einwänden',
    ],
    [
      'that has failed for more than a day',
      { state: 'failing', failing_since: ago(24 * HOUR_MS + MINUTE_MS) },
      'Das CRM „Vertrieb“ lässt sich nicht abgleichen',
    ],
  ])('%s', (_, connection, title) => {
    const tone = connection.state === 'failing' ? 'failed' : 'needs';
    expect(itemsOf(connection)).toMatchObject([{ title, tone, to: '/crm/con_1' }]);
  });

  test.each<[string, Partial<Connection>]>([
    ['that has failed for less than a day', { state: 'failing', failing_since: ago(23 * HOUR_MS) }],
    ['that works', { state: 'up_to_date' }],
    ['that waits for its quota', { state: 'waits_for_quota', failing_since: ago(48 * HOUR_MS) }],
    ['that is paused', { state: 'paused', failing_since: ago(48 * HOUR_MS) }],
    ['that has ended', { state: 'ended', failing_since: ago(48 * HOUR_MS) }],
  ])('a connection %s needs none', (_, connection) => {
    expect(itemsOf(connection)).toEqual([]);
  });
});
