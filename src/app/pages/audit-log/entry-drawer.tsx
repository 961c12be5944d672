import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../features/audit-log/audit-log.schema.ts';
import { actionText } from '../../../features/audit-log/audit-names.schema.ts';
import { useMay } from '../../session/session.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { noFilters, type SetFilters } from './audit-filter.ts';
import { Differences } from './differences.tsx';
import { auditTexts } from './texts.ts';
import { Who } from './who.tsx';

type Props = { entry: AuditEntry; setFilters: SetFilters };

/** One entry: what changed, who did it and from where. */
export function EntryDrawer({ entry, setFilters }: Props) {
  const t = useTexts(auditTexts);
  const { actor, target } = entry;
  const show = (change: Parameters<SetFilters>[0]) =>
    setFilters({ ...noFilters, ...change, entry: '' }, true);
  const buttons = (
    <>
      <Button onClick={() => show({ actor: actor.id })}>{t.ofActor}</Button>
      <Button onClick={() => show({ target_id: target.id })}>{t.ofTarget}</Button>
    </>
  );
  return (
    <Dialog
      footer={buttons}
      isDrawer
      lead={<Time at={entry.at} shows="date-time" />}
      onClose={() => setFilters({ entry: '' })}
      title={actionText(entry.action, t)}
    >
      {entry.changes.length > 0 ? (
        <section className="grid gap-2">
          <h3 className="font-medium">{t.changes}</h3>
          <Differences changes={entry.changes} />
        </section>
      ) : null}
      <EntryDetails entry={entry} />
    </Dialog>
  );
}

function EntryDetails({
  entry: { actor, target, action, ip, request_id, id },
}: Pick<Props, 'entry'>) {
  const t = useTexts(auditTexts);
  const ui = useTexts(uiTexts);
  return (
    <Details>
      <Detail label={t.who}>
        <span className="flex flex-wrap items-center gap-x-2">
          <Who actor={actor} />
          <CopyableId id={actor.id} />
        </span>
      </Detail>
      <Detail label={t.object}>
        <span className="flex flex-wrap items-center gap-x-2">
          {target.name}
          <CopyableId id={target.id} />
        </span>
      </Detail>
      <Detail label={t.what}>
        <CopyableId id={action} />
      </Detail>
      <Detail label={t.address}>{ip ? <CopyableId id={ip} /> : '–'}</Detail>
      <Detail label={ui.requestId}>
        {request_id ? <RequestId actorKind={actor.kind} id={request_id} /> : '–'}
      </Detail>
      <Detail label="ID">
        <CopyableId id={id} />
      </Detail>
    </Details>
  );
}

/** The request that made the change. A key's requests have a page of their own. */
function RequestId({ id, actorKind }: { id: string; actorKind: string }) {
  const t = useTexts(auditTexts);
  const mayOpen = useMay('see_request_log');
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <CopyableId id={id} />
      {mayOpen && actorKind === 'key' ? (
        <Link
          className="text-accent-text underline underline-offset-2"
          search={{ line: id } as never}
          to="/request-log"
        >
          {t.objects.request_log}
        </Link>
      ) : null}
    </span>
  );
}
