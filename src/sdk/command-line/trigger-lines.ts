import type { Paint } from './terminal.ts';

type Delivery = {
  id: string;
  endpoint: { url: string };
  status: 'pending' | 'ok' | 'gave_up';
  attempt: number;
  next_try_at: string | null;
  attempts: { response_code: number | null; error: string | null }[];
};

/** An event that was forwarded by a command line. */
type Forwarded = {
  machine: string | null;
  answer: { status: number | null; error: string | null } | null;
};

/** The events and deliveries that a request has caused so far. */
export type Outcome = {
  entries: { action: string }[];
  /** Null if the person may not see webhooks. */
  events: { id: string; type: string; deliveries: Delivery[]; command_lines: Forwarded[] }[] | null;
};

type About = {
  /** What was triggered. */
  name: string;
  paint: Paint;
  server: string;
};

const RAISES_NONE = 'No event: member.joined came with the invitation.';
const NOBODY_TAKES_IT =
  'No event: no endpoint takes one for this, and no command line listens for it.';
const IN_THE_FEED = '  in the feed; no endpoint takes it, and no command line listens for it';

/** The events, each followed by its deliveries with the last answer and their page in the app. */
export function outcomeLines({ events }: Outcome, about: About): string[] {
  if (!events || events.length === 0) {
    return ['', about.name === 'member.accepted' ? RAISES_NONE : NOBODY_TAKES_IT];
  }
  return events.flatMap(({ id, type, deliveries, command_lines }) => [
    '',
    `${about.paint(type, 'bold')}  ${about.paint(id, 'dim')}`,
    ...deliveries.flatMap((delivery) => deliveryLines(delivery, about)),
    ...command_lines.map((forwarded) => forwardedLine(forwarded, about)),
    ...(deliveries.length + command_lines.length === 0 ? [IN_THE_FEED] : []),
  ]);
}

function deliveryLines(delivery: Delivery, { paint, server }: About): string[] {
  const { id, endpoint, status, attempts } = delivery;
  const last = attempts.at(-1);
  const how = status === 'ok' ? 'green' : last ? 'red' : 'yellow';
  const answer = last ? `${last.response_code ?? last.error ?? '-'}` : waits(delivery);
  return [
    `  ${paint(answer.padEnd(7), how)}  ${hostOf(endpoint.url)}`,
    `           ${paint(`${server}/app/deliveries/${id}`, 'dim')}`,
  ];
}

function forwardedLine({ machine, answer }: Forwarded, { paint }: About): string {
  const { status = null, error = null } = answer ?? {};
  const isOk = status !== null && status >= 200 && status < 300;
  const how = isOk ? 'green' : answer ? 'red' : 'yellow';
  const text = answer ? `${status ?? error ?? '-'}` : 'sent';
  return `  ${paint(text.padEnd(7), how)}  command line${machine === null ? '' : ` on ${machine}`}`;
}

/** The word for a delivery without an answer. A delivery of a paused endpoint has no time of a next attempt. */
const waits = ({ next_try_at }: Delivery): string => (next_try_at === null ? 'held' : 'waits');

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
