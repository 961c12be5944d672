import type { EventLine, ForwardError, ForwardedAnswer, ListeningLine } from './listen-lines.ts';
import { aligned, type Paint } from './terminal.ts';

const LONGEST_TYPE = 20;
const LONGEST_ANSWER = 240;

export function startLines(
  { team, events, secret }: ListeningLine,
  { target, paint }: { target: URL; paint: Paint },
): string[] {
  return [
    '',
    ...aligned([
      ['Team', paint(team, 'bold')],
      ['Events', events.join(', ')],
      ['Forward to', target.href],
      ['Signing secret', paint(secret, 'bold')],
    ]),
    '',
    paint('  The secret is of this command line alone and ends with it. Stop with Ctrl-C.', 'dim'),
    '',
  ];
}

/** Time, type, event, status and duration, in columns. */
export function eventLine(event: EventLine, answer: ForwardedAnswer, paint: Paint): string {
  const time = clockOf(event.created_at);
  const type = event.event.padEnd(LONGEST_TYPE);
  const ok = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const status = (answer.status === null ? 'failed' : `${answer.status}`).padEnd(6);
  const ms = `${answer.ms} ms`.padStart(8);
  return `${paint(time, 'dim')}  ${type}  ${event.id}  ${paint(status, ok ? 'green' : 'red')}  ${ms}`;
}

/** A hint for the person if a delivery would fail with this answer. */
export function adviceOn(answer: ForwardedAnswer, target: URL): string | undefined {
  const { status, error, excerpt } = answer;
  if (error !== null) return errorAdvice[error](target);
  if (status === null || (status >= 200 && status < 300)) return undefined;
  if (status >= 300 && status < 400) {
    return 'A delivery follows no redirect. Give --forward-to the address to which it leads.';
  }
  const text = excerpt?.replace(/\s+/g, ' ').trim().slice(0, LONGEST_ANSWER);
  return text ? `Your server says: ${text}` : undefined;
}

const errorAdvice: Record<ForwardError, (target: URL) => string> = {
  refused: ({ host }) =>
    `Nothing listens on ${host}. Start your server: the next event goes there.`,
  not_found: ({ hostname }) =>
    `There is no machine with the name ${hostname}. Look at --forward-to.`,
  timeout: () => 'Your server did not answer within ten seconds. Answer first, then do the work.',
  reset: () => 'Your server closed the connection without an answer. Look at its log.',
  tls: ({ host }) =>
    `Node does not trust the certificate of ${host}. Use http://, or name its authority in NODE_EXTRA_CA_CERTS.`,
  other: ({ host }) => `The event could not be sent to ${host}.`,
};

/** Lines about the events that the service could not send between two connections. */
export function missedLines(
  missed: NonNullable<ListeningLine['missed']>,
  server: string,
): string[] {
  const from = clockOf(missed.from, 'with day');
  const until = clockOf(missed.until, 'with day');
  return [
    `Away for more than five minutes: nothing was forwarded from ${from} to ${until}.`,
    countOf(missed),
    `Look at ${server}/app/webhooks.`,
  ];
}

function countOf({ events, known }: NonNullable<ListeningLine['missed']>): string {
  const stored = events === 1 ? '1 event is stored' : `${events} events are stored`;
  switch (known) {
    case 'all':
      return `${stored} that you have not got.`;
    case 'some':
      return `${stored} that you have not got. There may have been more: no endpoint takes some of these types.`;
    case 'none':
      return events === 0
        ? 'Nobody can say how many events there were: no endpoint of the team takes these types.'
        : `${stored} that you have not got. There may have been more: no endpoint takes these types.`;
  }
}

/** A time in the zone of this machine. */
export function clockOf(time: string, day?: 'with day'): string {
  const at = new Date(time);
  const two = (value: number) => `${value}`.padStart(2, '0');
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
  if (!day) return clock;
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock}`;
}
