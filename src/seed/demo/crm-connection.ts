import { connectionSettings } from '../../crm/connection-settings.ts';
import { INDUSTRY_FIELD } from '../../crm/demo/connector.ts';
import { crmNames, DEMO_CONNECTION, industries } from '../demo-crm/sales.ts';
import { atWork } from './calendar.ts';
import { emailOf } from './people.ts';
import type { DemoMember, DemoTeam } from './team.ts';

/** After the last failure of the history (history/crm-failures.ts), so that nothing of the CRM is newer. */
export const DISCONNECTED_DAYS_AGO = 2;

/** When a person disconnected the CRM. Its last synchronization had just ended. */
export const disconnectedAt = (now: Date): Date => atWork(now, DISCONNECTED_DAYS_AGO);

/**
 * The connection to the demo's CRM (src/seed/demo-crm). It has ended, and its data were kept. If a person connects the
 * CRM, this connection begins again with the team's settings.
 */
export function connectionRow({ tenantId, lang, members: [first] }: DemoTeam, syncedAt: Date) {
  const createdAt = first?.joinedAt ?? syncedAt;
  return {
    tenant_id: tenantId,
    id: DEMO_CONNECTION,
    provider: 'demo',
    account_id: DEMO_CONNECTION,
    name: crmNames[lang],
    state: 'ended',
    account: { name: crmNames[lang], currency: 'EUR', time_zone: 'Europe/Berlin' },
    settings: connectionSettings.parse({
      industry_field: INDUSTRY_FIELD,
      industry_values: industries[lang],
      notes: true,
    }),
    access_kind: 'token',
    credentials_hint: '',
    credentials_at: createdAt,
    created_at: createdAt,
    synced_at: syncedAt,
    full_at: syncedAt,
  };
}

/** The person's id in the CRM. Only people who have accepted their invitation have one. */
export function ownerIdOf({ members }: DemoTeam, { memberId }: DemoMember): string {
  return `U-${1 + members.findIndex((member) => member.memberId === memberId)}`;
}

export function ownerRows(team: DemoTeam, seenAt: Date) {
  return team.members
    .filter(({ userId }) => userId !== null)
    .map((member) => ({
      tenant_id: team.tenantId,
      connection_id: DEMO_CONNECTION,
      external_id: ownerIdOf(team, member),
      name: member.name,
      email: emailOf(member),
      user_id: member.status === 'active' ? member.userId : null,
      seen_at: seenAt,
    }));
}
