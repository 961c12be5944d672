import { Link } from '@tanstack/react-router';
import type { ThreadDelivery, ThreadEvent } from '../../features/thread/thread.schema.ts';
import type { EventAnswer } from '../../features/webhooks/listeners.schema.ts';
import { Time } from '../session/time.tsx';
import { endpointNames } from '../text/endpoint-names.ts';
import { numberText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { classes } from '../ui/classes.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { Step } from './step.tsx';
import { threadTexts } from './texts.ts';

type Props = {
  event: ThreadEvent;
  /** The delivery that the person is reading. */
  deliveryId: string | undefined;
};

/** An event, and below it each delivery with the answers of the receiver. */
export function EventStep({ event, deliveryId }: Props) {
  const t = useTexts(threadTexts);
  const { id, type, at, deliveries, command_lines } = event;
  const nameOf = endpointNames(deliveries.map(({ endpoint }) => endpoint.url));
  return (
    <Step
      aside={<Time at={at} />}
      icon="webhook"
      kind={t.event}
      place={{ to: '/deliveries', search: { id } }}
      title={<span className="font-mono text-xs">{type}</span>}
    >
      {deliveries.length + command_lines.length === 0 ? (
        <p className="text-soft">{t.noDelivery}</p>
      ) : null}
      <ul className="mt-1 grid gap-1.5">
        {deliveries.map((delivery) => (
          <Delivery
            delivery={delivery}
            isHere={delivery.id === deliveryId}
            key={delivery.id}
            name={nameOf(delivery.endpoint.url)}
          />
        ))}
        {command_lines.map((heard) => (
          <CommandLineAnswer heard={heard} key={heard.listener_id} />
        ))}
      </ul>
    </Step>
  );
}

type DeliveryProps = { delivery: ThreadDelivery; isHere: boolean; name: string };

function Delivery({ delivery, isHere, name }: DeliveryProps) {
  const t = useTexts(threadTexts);
  const { id } = delivery;
  return (
    <li
      aria-current={isHere ? 'step' : undefined}
      className={classes(
        'grid gap-1 rounded-lg border px-3 py-2',
        isHere ? 'border-accent bg-accent-wash' : 'border-line',
      )}
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 wrap-anywhere">
          {isHere ? (
            <>
              <span className="font-medium">{name}</span>{' '}
              <span className="text-xs font-medium text-accent-text">{t.here}</span>
            </>
          ) : (
            <Link
              aria-label={`${t.delivery}: ${name}`}
              className="rounded-sm font-medium text-accent-text underline-offset-2 hover:underline"
              to={`/deliveries/${id}`}
            >
              {name}
            </Link>
          )}
        </span>
        <DeliveryStatus {...delivery} />
      </span>
      <Answers delivery={delivery} />
    </li>
  );
}

/** The answers in the order of the attempts. A failed attempt shows its status, or why there was no answer. */
function Answers({ delivery: { attempt, attempts } }: { delivery: ThreadDelivery }) {
  const t = useTexts(threadTexts);
  const language = useLanguage();
  const earlier = attempt - attempts.length;
  if (attempts.length === 0) return null;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-xs text-soft">
      <span>{t.answers}:</span>
      {earlier > 0 ? <span>{t.earlier(numberText(earlier, language))}</span> : null}
      {attempts.map(({ n, response_code, error }) => (
        <span
          className={classes('tabular font-mono', error ? 'text-bad' : 'text-good')}
          key={n}
          title={error ?? undefined}
        >
          {response_code ?? t.noAnswer}
        </span>
      ))}
    </span>
  );
}

/** The answer of a developer's machine to an event. A badge says that it is no delivery. */
function CommandLineAnswer({ heard: { by, machine, answer } }: { heard: EventAnswer }) {
  const t = useTexts(threadTexts);
  const language = useLanguage();
  const name = by.is_me ? t.me : (by.name ?? t.hidden);
  const ok = answer?.status && answer.status >= 200 && answer.status < 300;
  const text = !answer
    ? t.notAnswered
    : answer.status === null
      ? t.unreachable
      : t.answeredIn(`${answer.status}`, numberText(answer.ms, language));
  return (
    <li className="rounded-lg border border-line border-dashed px-3 py-2 text-sm">
      <span className="text-soft">
        {t.commandLineOf(machine === null ? name : `${name}, ${machine}`)}:
      </span>{' '}
      <span className={classes('tabular', ok || !answer ? '' : 'text-bad')}>{text}</span>
    </li>
  );
}
