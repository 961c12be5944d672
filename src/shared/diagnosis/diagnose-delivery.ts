import type { InEach } from '../language/language.ts';
import { errorCauses } from './error-causes.ts';
import { causeOfStatus, statusCauses } from './status-causes.ts';

/** What is known of an attempt. `error` is null if it was successful. */
export type Answer = {
  response_code: number | null;
  error: string | null;
  response_excerpt: string | null;
};

export type SeenDelivery = {
  status: 'pending' | 'ok' | 'gave_up';
  /** The error of the last attempt, or why the delivery was given up without one. */
  error: string | null;
  /** How many attempts there were. */
  attempt: number;
  next_try_at: string | null;
  endpoint: { status: 'active' | 'disabled' | 'disabled_failures' };
  /** The newest attempts, oldest first. */
  attempts: readonly Answer[];
};

/** What keeps a delivery from being attempted, whatever its receiver would answer. */
export const obstacles = {
  switched_off: {
    de: 'Der Endpunkt ist ausgeschaltet, deshalb wird nichts gesendet. Sobald er wieder eingeschaltet ist, geht die Zustellung von selbst weiter.',
    en: 'The endpoint is switched off, so nothing is sent. Once it is switched on again, the delivery goes on by itself.',
  },
  paused: {
    de: 'Der Endpunkt ist pausiert, weil zu lange nichts ankam. Sobald er fortgesetzt ist, geht die Zustellung von selbst weiter.',
    en: 'The endpoint is paused, because nothing arrived for too long. Once it is resumed, the delivery goes on by itself.',
  },
  tenant_disabled: {
    de: 'Als die Zustellung an der Reihe war, war die API des Teams ausgeschaltet. Senden Sie erneut, wenn sie wieder eingeschaltet ist.',
    en: "When the delivery was due, the team's API was switched off. Resend it once the API is switched on again.",
  },
  endpoint_paused: {
    de: 'Der Endpunkt war ausgeschaltet oder pausiert, bis die Zustellung aufgegeben wurde. Senden Sie erneut, wenn Sie sie noch brauchen.',
    en: 'The endpoint was switched off or paused until the delivery was given up. Resend it if you still need it.',
  },
} as const satisfies Record<string, InEach<string>>;

export type Diagnosis = {
  /** Why the attempts that `of` names failed. Null if there was none. */
  cause: CauseName | null;
  /** Whether the cause is that of the most frequent answer or, as usual, of the last one. */
  of: 'most' | 'last';
  /** How often each answer came, the most frequent first. Empty if all ended alike. */
  answers: [Answer, number][];
  obstacle: keyof typeof obstacles | null;
  /**
   * The status or error of the answer that the cause explains, as the search of deliveries names it. Null if no answer
   * ended the delivery.
   */
  answer: string | null;
  /** How many of the last attempts in a row ended with this status or error. */
  alike: number;
  /** Whether they also had the same beginning of the answer. */
  isSameAnswer: boolean;
};

export const deliveryCauses = { ...statusCauses, ...errorCauses };
export type CauseName = keyof typeof deliveryCauses;

/** Says why a delivery has not arrived. Null if it has, or if nothing has been tried and nothing is in its way. */
export function diagnoseDelivery(delivery: SeenDelivery): Diagnosis | null {
  const last = delivery.attempts.at(-1);
  const hasFailed = last !== undefined && last.error !== null;
  const obstacle = obstacleOf(delivery);
  if (delivery.status === 'ok' || (!hasFailed && !obstacle)) return null;
  if (!hasFailed) {
    const none = { answers: [], answer: null, alike: 0, isSameAnswer: false };
    return { cause: null, of: 'last', obstacle, ...none };
  }
  const differs = delivery.attempts.findLastIndex((one) => !isAlike(one, last));
  const alike = delivery.attempts.slice(differs + 1);
  const answers =
    delivery.attempts.length === delivery.attempt ? differingAnswers(delivery.attempts) : [];
  const advice = adviceFor(last, answers);
  return {
    ...advice,
    answers,
    obstacle,
    answer: delivery.status === 'gave_up' && obstacle ? null : advice.answer,
    alike: alike.length,
    isSameAnswer:
      last.response_excerpt !== null &&
      alike.every(({ response_excerpt }) => response_excerpt === last.response_excerpt),
  };
}

/**
 * The most frequent answer decides what is advised, if there is one. But who waits for a server need wait no longer once
 * it answers that something must change.
 */
function adviceFor(
  last: Answer,
  [most, next]: readonly [Answer, number][],
): Pick<Diagnosis, 'cause' | 'of' | 'answer'> {
  const ofLast = { cause: causeOf(last), of: 'last', answer: answerOf(last) } as const;
  if (!most || most[0].error === null || most[1] === next?.[1]) return ofLast;
  const frequent = causeOf(most[0]);
  const { repeat } = deliveryCauses[ofLast.cause];
  if (repeat === 'change' && deliveryCauses[frequent].repeat !== 'change') return ofLast;
  return { cause: frequent, of: 'most', answer: answerOf(most[0]) };
}

function obstacleOf({ status, error, next_try_at, endpoint }: SeenDelivery): Diagnosis['obstacle'] {
  if (status === 'gave_up' && (error === 'tenant_disabled' || error === 'endpoint_paused')) {
    return error;
  }
  // An attempt that somebody has asked for is made all the same.
  if (status !== 'pending' || next_try_at !== null || endpoint.status === 'active') return null;
  return endpoint.status === 'disabled' ? 'switched_off' : 'paused';
}

const isAlike = (one: Answer, other: Answer) =>
  one.response_code === other.response_code && one.error === other.error;

/** Empty if all attempts ended alike. */
function differingAnswers(attempts: readonly Answer[]): [Answer, number][] {
  const counts = new Map<string, [Answer, number]>();
  for (const one of attempts) {
    const name = `${one.response_code} ${one.error}`;
    const count = counts.get(name)?.[1] ?? 0;
    counts.set(name, [one, count + 1]);
  }
  return counts.size > 1 ? [...counts.values()].sort(([, a], [, b]) => b - a) : [];
}

/** What the search of deliveries calls the answer. */
export function answerOf({ response_code, error }: Answer): string | null {
  return error === 'http_status' ? `${response_code}` : error;
}

/** Why an attempt has failed. */
export function causeOf({ response_code, error, response_excerpt }: Answer): CauseName {
  if (error === 'http_status') return causeOfStatus(response_code ?? 0, response_excerpt);
  const name = error ?? '';
  return Object.hasOwn(errorCauses, name) ? (name as keyof typeof errorCauses) : 'unnamed';
}

/** The sentence for people in the answer of a receiver. The answer may be cut off, so it is not parsed as a whole. */
export function sentenceOf(excerpt: string): string | null {
  const [, text] = /"(?:detail|message)"\s*:\s*("(?:[^"\\]|\\.)+")/.exec(excerpt) ?? [];
  try {
    return text ? String(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}
