import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../features/audit-log/audit-log.schema.ts';
import { may, type TeamRight } from '../../session/rights.ts';
import { useTeam } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { auditTexts } from './texts.ts';

/** The name of the object. An object without a name is called by its kind. */
export function TargetName({ target }: Pick<AuditEntry, 'target'>) {
  const t = useTexts(auditTexts);
  const { id, name, kind, is_gone } = target;
  const object = id.startsWith('ten_') && kind !== 'sandbox' ? 'team' : kind;
  return (
    <>
      <span className={name ? undefined : 'text-soft'}>
        {name ?? t.objects[object as keyof typeof t.objects] ?? kind}
      </span>
      {is_gone ? (
        <>
          {' '}
          <Badge>{t.gone}</Badge>
        </>
      ) : null}
    </>
  );
}

/** The object with its id, and a link to it if the person may open it. */
export function TargetDetail({ entry }: { entry: Pick<AuditEntry, 'target' | 'action'> }) {
  const team = useTeam();
  const place = placeOf(entry);
  const mayGo = place !== null && team !== null && may(team, place.needs);
  const name = <TargetName target={entry.target} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {mayGo ? (
        <Link
          className="min-h-6 rounded-sm py-0.5 text-accent-text underline underline-offset-2"
          search={(place.search ?? {}) as never}
          to={place.to}
        >
          {name}
        </Link>
      ) : (
        name
      )}
      <CopyableId id={entry.target.id} />
    </span>
  );
}

type ObjectPlace = { to: string; search?: Record<string, string>; needs: TeamRight };

/** Where the app shows an object. Null if no page shows it, or if it no longer exists. */
function placeOf({ target, action }: Pick<AuditEntry, 'target' | 'action'>): ObjectPlace | null {
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
