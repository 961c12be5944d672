import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../features/audit-log/audit-log.schema.ts';
import { actionText } from '../../../features/audit-log/audit-names.schema.ts';
import { trpc } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Thread } from '../../thread/thread.tsx';
import { ThreadStrip } from '../../thread/thread-strip.tsx';
import { Who } from '../../thread/who.tsx';
import { Actions } from '../../ui/actions.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { Empty } from '../../ui/empty.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Pane } from '../../ui/pane.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { noFilters, type SetFilters } from './audit-filter.ts';
import { Differences } from './differences.tsx';
import { TargetDetail } from './target.tsx';
import { auditTexts } from './texts.ts';

type Props = { entry: AuditEntry; setFilters: SetFilters };
type FoundProps = { id: string; loaded: AuditEntry | undefined; setFilters: SetFilters };

/** The entry that the address names: an entry of the list, or one to which a link leads. */
export function FoundEntry({ id, loaded, setFilters }: FoundProps) {
  const t = useTexts(auditTexts);
  const read = useQuery({
    ...trpc.thread.get.queryOptions({ of: 'entry', id }),
    enabled: loaded === undefined,
  });
  const entry = loaded ?? read.data?.entries.find((one) => one.id === id);
  if (entry) return <EntryDrawer entry={entry} setFilters={setFilters} />;
  return (
    <Pane onClose={() => setFilters({ entry: '' })} title={t.entry}>
      {codeOf(read.error) === 'not_found' ? (
        <Empty icon="log" title={t.entryGone}>
          {t.entryGoneMore}
        </Empty>
      ) : (
        <NotLoaded read={read} />
      )}
    </Pane>
  );
}

/** One entry: what changed, who did it and from where. */
function EntryDrawer({ entry, setFilters }: Props) {
  const t = useTexts(auditTexts);
  const { actor, target } = entry;
  const show = (change: Parameters<SetFilters>[0]) =>
    setFilters({ ...noFilters, ...change, entry: '' }, true);
  const actions = (
    <Actions
      actions={[
        { label: t.ofActor(actor.kind), run: () => show({ actor: actor.id }) },
        { label: t.ofTarget, run: () => show({ target_id: target.id }) },
      ]}
      id={entry.id}
    />
  );
  return (
    <Pane
      footer={actions}
      lead={<Time at={entry.at} shows="date-time" />}
      onClose={() => setFilters({ entry: '' })}
      title={actionText(entry.action, t)}
    >
      <ThreadStrip from={{ of: 'entry', id: entry.id }} here={entry.id} />
      {entry.changes.length > 0 ? (
        <section className="grid gap-2">
          <h3 className="font-medium">{t.changes}</h3>
          <Differences changes={entry.changes} names={entry.names} />
        </section>
      ) : null}
      <EntryDetails entry={entry} />
      <Thread from={{ of: 'entry', id: entry.id }} />
    </Pane>
  );
}

function EntryDetails({ entry }: Pick<Props, 'entry'>) {
  const t = useTexts(auditTexts);
  const ui = useTexts(uiTexts);
  const { actor, action, ip, request_id, id } = entry;
  return (
    <Details>
      <Detail label={t.who}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Who actor={actor} isLink />
          <CopyableId id={actor.id} />
        </span>
      </Detail>
      <Detail label={t.object}>
        <TargetDetail entry={entry} />
      </Detail>
      <Detail label={t.what}>
        <CopyableId id={action} />
      </Detail>
      <Detail label={t.address}>{ip ? <CopyableId id={ip} /> : '–'}</Detail>
      <Detail label={ui.requestId}>{request_id ? <CopyableId id={request_id} /> : '–'}</Detail>
      <Detail label="ID">
        <CopyableId id={id} />
      </Detail>
    </Details>
  );
}
