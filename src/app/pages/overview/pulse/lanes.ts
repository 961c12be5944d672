import type { Pulse } from '../../../../features/pulse/pulse.schema.ts';
import type { Language } from '../../../../shared/language.ts';
import { stateWord } from '../../../../shared/states.ts';
import { hasValues, type Named } from '../../../ui/chart/legend.tsx';
import type { pulseTexts } from './texts.ts';

type Series = Named & { values: readonly number[] };
type Span = { from: string; to: string };
type Place = { to: string; search: Record<string, string> };

export type Lane = {
  id: 'requests' | 'events' | 'deliveries' | 'trainings';
  name: string;
  /** What went well, or has not ended: drawn above the line. */
  up: readonly Series[];
  /** What failed, drawn below the line. */
  down: readonly Series[];
  /** The list of what a span of bars counts. */
  placeOf: (span: Span) => Place;
};

type Texts = (typeof pulseTexts)['de'];

/** The lanes of the team, from top to bottom: from cause to effect. */
export function lanesOf(data: Pulse, t: Texts, language: Language): Lane[] {
  const { interfaces, trainings } = data;
  const request = (state: Parameters<typeof stateWord<'request'>>[1]) =>
    stateWord('request', state, language);
  const deliveries = ({ from, to }: Span) => ({ to: '/deliveries', search: { from, to } });
  if (!interfaces) {
    return trainings
      ? [
          {
            id: 'trainings',
            name: t.lanes.trainings,
            up: [
              { name: t.done, tone: 'works', values: trainings.done },
              {
                name: stateWord('training', 'in_progress', language),
                tone: 'runs',
                values: trainings.running,
              },
            ],
            down: [
              {
                name: stateWord('training', 'aborted', language),
                tone: 'ended',
                values: trainings.aborted,
              },
            ],
            placeOf: ({ from }) => ({ to: '/trainings', search: { since: from } }),
          },
        ]
      : [];
  }
  const { requests, events, deliveries: sent } = interfaces;
  return [
    {
      id: 'requests',
      name: t.lanes.requests,
      up: [{ name: request('ok'), tone: 'works', values: requests.ok }],
      down: [
        {
          name: request('rejected'),
          tone: 'failed',
          values: sums(requests.rejected, requests.server),
        },
        { name: request('limited'), tone: 'stripes', values: requests.limited },
      ],
      placeOf: ({ from, to }) => ({ to: '/request-log', search: { since: from, until: to } }),
    },
    {
      id: 'events',
      name: t.lanes.events,
      up: [{ name: t.lanes.events, tone: 'accent', values: events }],
      down: [],
      placeOf: deliveries,
    },
    {
      id: 'deliveries',
      name: t.lanes.deliveries,
      up: [
        { name: stateWord('delivery', 'ok', language), tone: 'works', values: sent.ok },
        { name: stateWord('delivery', 'queued', language), tone: 'runs', values: sent.waiting },
        { name: needsName(language), tone: 'needs', values: sent.needs },
      ],
      down: [
        { name: stateWord('delivery', 'gave_up', language), tone: 'failed', values: sent.failed },
      ],
      placeOf: deliveries,
    },
  ];
}

/** The deliveries that a person should look at, in the words of their badges. */
export function needsName(language: Language): string {
  return (['retrying', 'held'] as const)
    .map((state) => stateWord('delivery', state, language))
    .join(', ');
}

function sums(one: readonly number[], other: readonly number[]): number[] {
  return one.map((value, index) => value + (other[index] ?? 0));
}

/** The requests and the deliveries that failed, in the words of their badges. */
export function failedName(language: Language): string {
  return [
    stateWord('request', 'rejected', language),
    stateWord('delivery', 'gave_up', language),
  ].join(', ');
}

/** Whether a lane has anything in this colour. If not, its name in a legend would only take room. */
export const isDrawn = (lanes: readonly Lane[], tone: Named['tone']): boolean =>
  lanes.some(({ up, down }) => [...up, ...down].some((one) => one.tone === tone && hasValues(one)));

/** How many a span of bars counts, and how many of them failed. */
export function countsOf({ up, down }: Pick<Lane, 'up' | 'down'>, first: number, last: number) {
  const sum = (series: readonly Series[]) =>
    series
      .flatMap(({ values }) => values.slice(first, last + 1))
      .reduce((total, value) => total + value, 0);
  const failed = sum(down);
  return { all: sum(up) + failed, failed };
}
