import type { Pulse } from '../../../../features/pulse/pulse.schema.ts';
import type { Language } from '../../../../shared/language/language.ts';
import { stateWord } from '../../../../shared/web/states.ts';
import { hasValues, type Named } from '../../../ui/chart/legend.tsx';
import type { Series, TwoSides } from '../../../ui/chart/two-sided-scale.ts';
import type { pulseTexts } from './texts.ts';

type Span = { from: string; to: string };
type Place = { to: string; search: Record<string, string> };

export type Lane = TwoSides & {
  id: 'requests' | 'events' | 'deliveries' | 'trainings';
  name: string;
  /**
   * The attempts that failed and were made again. They are no further deliveries, but are drawn with what failed: at most
   * `most` of them in each bar.
   */
  retries?: (Series & { most: readonly number[] }) | undefined;
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
      // A delivery may need many attempts, and all of them would hide what was given up.
      retries: {
        ...({ name: t.retries, tone: 'needs', values: sent.retries } as const),
        most: sums(sums(sent.ok, sent.waiting), sums(sent.needs, sent.failed)),
      },
      placeOf: deliveries,
    },
  ];
}

/** The deliveries that a person should look at, in the words of their badges. */
function needsName(language: Language): string {
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

/** What is drawn of a lane. */
export function sidesOf({ up, down, retries }: Lane): TwoSides {
  if (!retries) return { up, down };
  const values = retries.values.map((value, bar) => Math.min(value, retries.most[bar] ?? 0));
  return { up, down: [...down, { ...retries, values }] };
}

/** The names of what the lanes have in this colour. */
export const namesIn = (lanes: readonly Lane[], tone: Named['tone']): string[] =>
  lanes
    .flatMap(({ up, down, retries }) => [...up, ...down, ...(retries ? [retries] : [])])
    .flatMap((one) => (one.tone === tone && hasValues(one) ? [one.name] : []));

/** How many a span of bars counts, how many of them failed, and how many retries they needed. */
export function countsOf(
  { up, down, retries }: Pick<Lane, 'up' | 'down' | 'retries'>,
  first: number,
  last: number,
) {
  const sum = (lists: readonly (readonly number[])[]) =>
    lists
      .flatMap((values) => values.slice(first, last + 1))
      .reduce((total, value) => total + value, 0);
  const valuesOf = (series: readonly Series[]) => series.map(({ values }) => values);
  const failed = sum(valuesOf(down));
  return { all: sum(valuesOf(up)) + failed, failed, retries: sum([retries?.values ?? []]) };
}

export const isNothing = ({ all, retries }: ReturnType<typeof countsOf>): boolean =>
  all + retries === 0;

/** The numbers of a lane in each bar, for screen readers. */
export function rowsOf(lane: Lane, bars: number, failedWord: string) {
  const { name, down, retries } = lane;
  const counts = Array.from({ length: bars }, (_, bar) => countsOf(lane, bar, bar));
  const valuesOf = (of: 'all' | 'failed' | 'retries') => counts.map((count) => count[of]);
  return [
    { name, values: valuesOf('all') },
    ...(down.length > 0 ? [{ name: `${name}: ${failedWord}`, values: valuesOf('failed') }] : []),
    ...(retries ? [{ name: `${name}: ${retries.name}`, values: valuesOf('retries') }] : []),
  ];
}

/** The beginning of a bar, or the end of the last one. */
export function momentAt({ bars, step_s, until }: Pulse, index: number): string {
  const begin = bars[0];
  if (begin === undefined || index >= bars.length) return until;
  return new Date(Date.parse(begin) + index * step_s * 1000).toISOString();
}

/** The lanes with the series of these tones alone. Events have no outcome, so they are always there. */
export function withTones(lanes: readonly Lane[], shown: readonly Named[]): Lane[] {
  const tones = new Set<Named['tone']>(['accent', ...shown.map(({ tone }) => tone)]);
  const only = <S extends Named>(series: readonly S[]) =>
    series.filter(({ tone }) => tones.has(tone));
  return lanes.map((lane) => ({
    ...lane,
    up: only(lane.up),
    down: only(lane.down),
    retries: only(lane.retries ? [lane.retries] : [])[0],
  }));
}
