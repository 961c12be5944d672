import { actionText } from '../../features/audit-log/audit-names.schema.ts';
import type { Thread, ThreadDelivery, ThreadRequest } from '../../features/thread/thread.schema.ts';
import { type CauseName, deliveryCauses } from '../../shared/diagnosis/diagnose-delivery.ts';
import type { Language } from '../../shared/language/language.ts';
import { stateWord, toneOf } from '../../shared/web/states.ts';
import { endpointNames } from '../text/endpoint-names.ts';
import type { Tone } from '../ui/chart/tones.ts';
import { deliveryState } from './delivery-status.tsx';
import { threadTexts } from './texts.ts';

/** A place of the app. */
type Place = { to: string; search?: Record<string, string> };

type Failure = { code: number | null; says: string };

/** One happening of a thread, as a knot on its strip. */
export type Node = {
  /** Its id. It names the node in addresses too. */
  id: string;
  /** What it is and how it ended, for screen readers. */
  kind: string;
  title: string;
  /** A code is shown in the font of code. */
  isCode: boolean;
  outcome: string | null;
  tone: Tone;
  at: string | null;
  /** How many milliseconds it took. Null except for a request. */
  took: number | null;
  /** Of a delivery. Several may go to one endpoint. */
  endpoint?: string;
  /** Of a delivery that has failed: the last answer, and why, in the words of its diagnosis. */
  failure?: Failure | null;
  place: Place | null;
};

export type Stage = {
  name: 'request' | 'changes' | 'events' | 'deliveries';
  nodes: Node[];
  /** Said in place of nodes. */
  nothing: string | null;
};

/** The stages of a thread: what was asked, what it changed, what that raised, and where that arrived. */
export function stagesOf(found: Thread, language: Language): Stage[] {
  const deliveries = deliveryNodes(found, language);
  const stages: Stage[] = [
    requestStage(found.request, language),
    changeStage(found, language),
    eventStage(found, language),
  ];
  if (deliveries.length > 0) {
    stages.push({ name: 'deliveries', nodes: deliveries, nothing: null });
  }
  return stages.filter(({ nodes, nothing }) => nodes.length > 0 || nothing);
}

/** When the thread began: the zero of its offsets. */
export function beginningOf({ request, entries, events }: Thread): string | undefined {
  return request?.line?.at ?? entries[0]?.at ?? events?.[0]?.at;
}

function requestStage(request: ThreadRequest | null, language: Language): Stage {
  const t = threadTexts[language];
  if (!request) return { name: 'request', nodes: [], nothing: t.strip.noRequest };
  const { id, state, line } = request;
  const node = { id, kind: t.request, place: { to: '/request-log', search: { line: id } } };
  if (!line) {
    const why = t.strip.states[state === 'logged' ? 'missing' : state];
    const unlogged = {
      title: why,
      isCode: false,
      outcome: null,
      tone: 'ended',
      at: null,
      took: null,
    } as const;
    return { name: 'request', nodes: [{ ...node, ...unlogged, place: null }], nothing: null };
  }
  const { method, path, status, at, ms: took } = line;
  const tone = status < 400 ? 'works' : status === 429 ? 'stripes' : 'failed';
  const title = `${method} ${path}`;
  const logged = { title, isCode: true, outcome: `${status}`, tone, at, took } as const;
  return { name: 'request', nodes: [{ ...node, ...logged }], nothing: null };
}

function changeStage({ entries, request }: Thread, language: Language): Stage {
  const t = threadTexts[language];
  const nodes = entries.map(
    ({ id, action, at }): Node => ({
      id,
      kind: t.change,
      title: actionText(action, t),
      isCode: false,
      outcome: null,
      at,
      took: null,
      tone: 'works',
      place: { to: '/audit-log', search: { entry: id } },
    }),
  );
  const isRefused = (request?.line?.status ?? 0) >= 400;
  const { refused, noChange, changeUnknown } = t.strip;
  // Only a request that is known can be said to have changed nothing.
  const nothing = isRefused ? refused : request ? noChange : changeUnknown;
  return { name: 'changes', nodes, nothing: nodes.length > 0 ? null : nothing };
}

function eventStage({ entries, events, events_expired }: Thread, language: Language): Stage {
  const t = threadTexts[language];
  const nodes = (events ?? []).map(
    ({ id, type, at }): Node => ({
      id,
      kind: t.event,
      title: type,
      isCode: true,
      outcome: null,
      at,
      took: null,
      tone: 'works',
      place: { to: '/deliveries', search: { id } },
    }),
  );
  // Without a change nobody expects an event.
  if (nodes.length > 0 || entries.length === 0) return { name: 'events', nodes, nothing: null };
  const { eventsHidden, eventsExpired, noEvent } = t.strip;
  const nothing = events === null ? eventsHidden : events_expired ? eventsExpired : noEvent;
  return { name: 'events', nodes, nothing };
}

function deliveryNodes({ events }: Thread, language: Language): Node[] {
  const t = threadTexts[language];
  const all = (events ?? []).flatMap(({ deliveries }) => deliveries);
  const nameOf = endpointNames(all.map(({ endpoint }) => endpoint.url));
  return all.map((delivery): Node => {
    const { id, endpoint, attempts } = delivery;
    const state = deliveryState(delivery);
    return {
      id,
      kind: t.delivery,
      title: nameOf(endpoint.url),
      isCode: false,
      outcome: stateWord('delivery', state, language),
      tone: toneOf('delivery', state),
      at: attempts.at(-1)?.at ?? null,
      took: null,
      endpoint: endpoint.id,
      failure: failureOf(delivery, language),
      place: { to: `/deliveries/${id}` },
    };
  });
}

function failureOf(
  { status, cause, attempts }: ThreadDelivery,
  language: Language,
): Failure | null {
  // A newer server may name other causes.
  const isNamed = cause !== null && Object.hasOwn(deliveryCauses, cause);
  if (status === 'ok' || !isNamed) return null;
  const { says } = deliveryCauses[cause as CauseName][language];
  return { code: attempts.at(-1)?.response_code ?? null, says };
}

/**
 * The nodes that happened at the moment of the node before them, as the changes and events of one transaction. Their
 * offset would repeat that of the first.
 */
export function atSameMoment(stages: readonly Stage[]): Set<string> {
  const timed = stages
    .filter(({ name }) => name !== 'deliveries')
    .flatMap(({ nodes }) => nodes.filter(({ took }) => took === null));
  return new Set(timed.filter(({ at }, i) => at === timed[i - 1]?.at).map(({ id }) => id));
}

/** The event and the delivery with this id. */
export function deliveryIn(found: Thread, id: string): ThreadDelivery | undefined {
  return found.events?.flatMap(({ deliveries }) => deliveries).find((one) => one.id === id);
}
