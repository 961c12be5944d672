import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../features/audit-log/audit-log.schema.ts';
import { actionText } from '../../features/audit-log/audit-names.schema.ts';
import type { Thread as Found, ThreadInput } from '../../features/thread/thread.schema.ts';
import { Time } from '../session/time.tsx';
import { useTexts } from '../text/language.ts';
import { Icon } from '../ui/icon.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EventStep } from './event-step.tsx';
import { RequestStep } from './request-step.tsx';
import { Notice, Step } from './step.tsx';
import { threadTexts } from './texts.ts';
import { useThread } from './use-thread.ts';
import { Who } from './who.tsx';

type Props = {
  from: ThreadInput;
  /** The delivery that the person is reading. */
  deliveryId?: string;
};

/**
 * The thread in words, below the strip: who made each change, and every answer. It looks the same on every page, and marks
 * where the person is.
 */
export function Thread({ from, deliveryId }: Props) {
  const t = useTexts(threadTexts);
  const read = useThread(from);
  return (
    <details className="group/thread min-w-0">
      <summary className="flex min-h-6 list-none items-center gap-1.5 rounded-sm text-base font-medium [&::-webkit-details-marker]:hidden">
        <Icon className="text-soft group-open/thread:rotate-90" name="right" size={14} />
        {t.inWords}
      </summary>
      <div className="mt-3 grid gap-3">
        {read.data ? <Steps deliveryId={deliveryId} found={read.data} from={from} /> : null}
        <NotLoaded read={read}>
          <Skeleton className="h-32 w-full" />
        </NotLoaded>
      </div>
    </details>
  );
}

type StepsProps = { found: Found; from: ThreadInput; deliveryId?: string | undefined };

/** The steps of a thread, beginning with the request. */
export function Steps({ found, from, deliveryId }: StepsProps) {
  const t = useTexts(threadTexts);
  const { request, entries, events } = found;
  return (
    <>
      <ol className="grid">
        {request || entries.length > 0 ? (
          <>
            <RequestStep isHere={from.of === 'request'} request={request} />
            <Changes entries={entries} from={from} />
          </>
        ) : (
          <Notice icon="log" kind={t.cause} text={t.causeUnknown} />
        )}
        {events?.map((event) => (
          <EventStep deliveryId={deliveryId} event={event} key={event.id} />
        ))}
        {events?.length ? null : <NoEvent found={found} />}
      </ol>
      {found.has_more && request ? (
        <p className="text-sm text-soft">
          {t.more}{' '}
          <Link
            className="text-accent-text underline underline-offset-2"
            search={{ request_id: request.id } as never}
            to="/audit-log"
          >
            {t.inAuditLog}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function Changes({ entries, from }: { entries: Found['entries']; from: ThreadInput }) {
  const t = useTexts(threadTexts);
  if (entries.length === 0) {
    const text = from.of === 'event' ? t.changeUnknown : t.noChange;
    return <Notice icon="pencil" kind={t.change} text={text} />;
  }
  return entries.map((entry) => (
    <ChangeStep entry={entry} isHere={from.of === 'entry' && from.id === entry.id} key={entry.id} />
  ));
}

/** Why the change has raised no event. */
function NoEvent({ found: { entries, events, events_expired } }: { found: Found }) {
  const t = useTexts(threadTexts);
  if (entries.length === 0) return null;
  const why = events === null ? t.eventsHidden : events_expired ? t.eventsExpired : t.noEvent;
  return <Notice icon="webhook" kind={t.event} text={why} />;
}

/** The entry of the audit log about the change. */
function ChangeStep({ entry, isHere }: { entry: AuditEntry; isHere: boolean }) {
  const t = useTexts(threadTexts);
  const { id, at, action, actor, target } = entry;
  return (
    <Step
      aside={<Time at={at} />}
      icon="pencil"
      isHere={isHere}
      kind={t.change}
      place={{ to: '/audit-log', search: { entry: id } }}
      title={actionText(action, t)}
    >
      <p className="text-soft wrap-anywhere">
        {target.name ? `${target.name} · ` : null}
        <Who actor={actor} />
      </p>
    </Step>
  );
}
