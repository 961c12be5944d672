import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../features/audit-log/audit-log.schema.ts';
import { may } from '../../session/rights.ts';
import { useTeam } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { placeOf } from './object-place.ts';
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
