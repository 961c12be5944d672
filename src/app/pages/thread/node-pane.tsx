import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { actionText } from '../../../features/audit-log/audit-names.schema.ts';
import type { Thread, ThreadDelivery } from '../../../features/thread/thread.schema.ts';
import { Time } from '../../session/time.tsx';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { offsetText } from '../../text/offset-text.ts';
import { DeliveryStatus } from '../../thread/delivery-status.tsx';
import { EventStep } from '../../thread/event-step.tsx';
import { beginningOf, deliveryIn, type Node } from '../../thread/nodes.ts';
import { threadTexts } from '../../thread/texts.ts';
import { Who } from '../../thread/who.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { threadPageTexts } from './texts.ts';

type Props = { found: Thread; node: Node };

/** The chosen node of a thread: its ids, times and codes, and the way to the whole of it. */
export function NodePane({ found, node }: Props) {
  const t = useTexts(threadPageTexts);
  const titleId = useId();
  const { request, entries, events } = found;
  const { id, kind, title, isCode, place } = node;
  const isRequest = request?.id === id;
  const entry = entries.find((one) => one.id === id);
  const event = events?.find((one) => one.id === id);
  const delivery = deliveryIn(found, id);
  const open = isRequest ? t.open.request : entry ? t.open.change : delivery && t.open.delivery;
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-4 rounded-xl border border-line bg-card p-4 shadow-sm"
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <p className="text-xs text-soft">{kind}</p>
          <h2
            aria-live="polite"
            className={classes('font-semibold wrap-anywhere', isCode && 'font-mono text-sm')}
            id={titleId}
          >
            {title}
          </h2>
        </div>
        {open && place ? (
          <Link
            className={buttonClass('plain')}
            search={(place.search ?? {}) as never}
            to={place.to}
          >
            {open}
          </Link>
        ) : null}
      </header>
      {isRequest ? <AboutRequest request={request} /> : null}
      {entry ? <AboutChange entry={entry} found={found} /> : null}
      {event ? (
        <>
          <Details>
            <When at={event.at} found={found} />
            <Detail label="ID">
              <CopyableId id={id} />
            </Detail>
          </Details>
          <ol>
            <EventStep deliveryId={undefined} event={event} />
          </ol>
        </>
      ) : null}
      {delivery ? <AboutDelivery delivery={delivery} found={found} /> : null}
    </section>
  );
}

type WhenProps = { at: string; found: Thread };

/** The time, and how long after the request it was. */
function When({ at, found }: WhenProps) {
  const t = useTexts(threadPageTexts);
  const language = useLanguage();
  const began = beginningOf(found) ?? at;
  return (
    <Detail label={t.time}>
      <span className="flex flex-wrap gap-x-3">
        <Time at={at} hasSeconds shows="date-time" />
        <span className="tabular text-soft">
          {offsetText(Date.parse(at) - Date.parse(began), language)}
        </span>
      </span>
    </Detail>
  );
}

function AboutRequest({
  request: { id, line, state },
}: {
  request: NonNullable<Thread['request']>;
}) {
  const t = useTexts(threadPageTexts);
  const names = useTexts(threadTexts);
  const language = useLanguage();
  return (
    <Details>
      {line ? (
        <>
          <Detail label={t.status}>
            <span className={classes('font-mono text-xs', line.status >= 400 && 'text-bad')}>
              {line.status}
            </span>
          </Detail>
          <Detail label={t.time}>
            <Time at={line.at} hasSeconds shows="date-time" />
          </Detail>
          <Detail label={t.duration}>
            <span className="tabular">{t.ms(numberText(line.ms, language))}</span>
          </Detail>
          <Detail label={t.key}>
            {line.key ? (
              <span className="flex flex-wrap items-center gap-x-2">
                {line.key.name}
                <CopyableId id={line.key.prefix} short={`${line.key.prefix}…`} />
              </span>
            ) : (
              '–'
            )}
          </Detail>
        </>
      ) : (
        <Detail label={t.status}>{names.states[state === 'logged' ? 'missing' : state]}</Detail>
      )}
      <Detail label={t.requestId}>
        <CopyableId id={id} />
      </Detail>
    </Details>
  );
}

type ChangeProps = { entry: Thread['entries'][number]; found: Thread };

function AboutChange({ entry, found }: ChangeProps) {
  const t = useTexts(threadPageTexts);
  const names = useTexts(threadTexts);
  const { id, at, action, actor, target } = entry;
  return (
    <Details>
      <When at={at} found={found} />
      <Detail label={t.what}>{actionText(action, names)}</Detail>
      <Detail label={t.who}>
        <Who actor={actor} isLink />
      </Detail>
      <Detail label={t.object}>
        <span className="flex flex-wrap items-center gap-x-2">
          {target.name}
          <CopyableId id={target.id} />
        </span>
      </Detail>
      <Detail label="ID">
        <CopyableId id={id} />
      </Detail>
    </Details>
  );
}

function AboutDelivery({ delivery, found }: { delivery: ThreadDelivery; found: Thread }) {
  const t = useTexts(threadPageTexts);
  const language = useLanguage();
  const { id, endpoint, attempts, attempt, status, next_try_at } = delivery;
  const began = Date.parse(beginningOf(found) ?? attempts[0]?.at ?? '');
  return (
    <Details>
      <Detail label={t.status}>
        <DeliveryStatus attempt={attempt} next_try_at={next_try_at} status={status} />
      </Detail>
      <Detail label={t.attempts}>
        {attempts.length === 0 ? <span className="text-soft">{t.noAttempt}</span> : null}
        <ol className="grid gap-0.5">
          {attempts.map(({ n, at, response_code, error }) => (
            <li className="tabular flex flex-wrap gap-x-3" key={n}>
              <span className="w-6 text-soft">{n}</span>
              <span className={classes('font-mono text-xs leading-5', error && 'text-bad')}>
                {response_code ?? error ?? t.noAnswer}
              </span>
              <span className="text-soft">{offsetText(Date.parse(at) - began, language)}</span>
            </li>
          ))}
        </ol>
      </Detail>
      {next_try_at ? (
        <Detail label={t.next}>
          <Time at={next_try_at} />
        </Detail>
      ) : null}
      <Detail label={t.endpoint}>
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="wrap-anywhere">{endpoint.url}</span>
          <CopyableId id={endpoint.id} />
        </span>
      </Detail>
      <Detail label="ID">
        <CopyableId id={id} />
      </Detail>
    </Details>
  );
}
