import type { AuditEntry } from '../../../features/audit-log/audit-log.schema.ts';
import type { TeamRight } from '../../session/rights.ts';

export type ObjectPlace = { to: string; search?: Record<string, string>; needs: TeamRight };

/** Where the app shows an object. Null if no page shows it, or if it no longer exists. */
export function placeOf({
  target,
  action,
}: Pick<AuditEntry, 'target' | 'action'>): ObjectPlace | null {
  const { id, kind, can_open } = target;
  if (kind === 'policy') return policiesOf(id);
  if (id.startsWith('ten_')) return ofTeam(action);
  if (!can_open) return null;
  switch (id.slice(0, 3)) {
    case 'mem':
      return { to: `/members/${id}`, needs: 'see_members' };
    case 'key':
      return { to: '/api-keys', search: { key: id }, needs: 'see_api_keys' };
    case 'whe':
      return { to: `/webhooks/${id}`, needs: 'see_webhooks' };
    case 'whd':
      return { to: `/deliveries/${id}`, needs: 'see_webhooks' };
    case 'whr':
      return { to: '/deliveries', search: { retry: id }, needs: 'see_webhooks' };
    case 'asg':
      return { to: '/assignments', search: { assignment: id }, needs: 'see_assignments' };
    case 'trn':
      return { to: `/trainings/${id}`, needs: 'see_trainings' };
    case 'cas':
      return { to: '/cases', search: { case: id }, needs: 'see_cases' };
    case 'cat':
      return { to: '/catalog', needs: 'arrange_catalog' };
    case 'rul':
      return { to: '/catalog', search: { list: 'rules' }, needs: 'arrange_catalog' };
    case 'con':
      return { to: `/crm/${id}`, needs: 'see_crm_connections' };
    default:
      return null;
  }
}

/** Policies belong to the team or to a member. */
function policiesOf(id: string): ObjectPlace {
  const search = id.startsWith('mem_') ? { view: 'members', member: id } : {};
  return { to: '/policies', search, needs: 'see_policies' };
}

/** The objects that a team has only one of. */
function ofTeam(action: string): ObjectPlace | null {
  if (action === 'team.privacy_changed') return { to: '/privacy', needs: 'preview_privacy' };
  const [kind] = action.split('.');
  switch (kind) {
    case 'team':
    case 'ownership':
    case 'technical_contact':
    case 'sandbox':
      return { to: '/team', needs: 'change_team' };
    case 'catalog_entry':
      return { to: '/catalog', needs: 'arrange_catalog' };
    case 'request_log':
      return { to: '/request-log', needs: 'see_request_log' };
    default:
      return null;
  }
}
