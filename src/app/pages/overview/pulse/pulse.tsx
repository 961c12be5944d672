import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import type { Pulse as PulseData } from '../../../../features/pulse/pulse.schema.ts';
import type { Language } from '../../../../shared/language/language.ts';
import { stateWord } from '../../../../shared/web/states.ts';
import { trpc } from '../../../api/client.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { clockText, dateTimeText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { ChartTable } from '../../../ui/chart/chart-table.tsx';
import { Legend, type Named, shownOf, useAlone } from '../../../ui/chart/legend.tsx';
import { Times } from '../../../ui/chart/plot.tsx';
import type { Tick } from '../../../ui/chart/scale.ts';
import { timeTicks } from '../../../ui/chart/time-ticks.ts';
import { type Span as Bars, useSpan } from '../../../ui/chart/use-span.ts';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { overviewTexts } from '../texts.ts';
import { Lane, LaneHead } from './lane.tsx';
import {
  countsOf,
  failedName,
  isNothing,
  type Lane as LaneOf,
  lanesOf,
  momentAt,
  namesIn,
  rowsOf,
  withTones,
} from './lanes.ts';
import { pulseTexts } from './texts.ts';

/** A team with more than the server counts is asked for less often, because its count costs more. */
const FRESH_MS = 15_000;
const FULL_MS = 60_000;
/** A zoomed period with a few bars is not zoomed further. */
const LEAST_BARS = 5;

/** The part of the day that the address names, and its data. The page reads it with everything else. */
export function usePulse() {
  const [{ from: since, to: until }, zoom] = useFilters(['from', 'to']);
  const isZoomed = Boolean(since && until);
  const read = useQuery(
    trpc.pulse.get.queryOptions(isZoomed ? { since, until } : {}, {
      // Without data the card says why, and the person tries again: a period that is refused once is refused each time.
      refetchInterval: ({ state: { status, data } }) => {
        if (status === 'error' && !data) return false;
        return data?.counted_back_to ? FULL_MS : FRESH_MS;
      },
      placeholderData: (before) => before,
    }),
  );
  return { read, isZoomed, zoom };
}

export type PulseState = ReturnType<typeof usePulse>;

/** The pulse, or why it could not be loaded. The way back to the whole day stays. */
export function Pulse({ read, isZoomed, zoom }: PulseState) {
  const t = useTexts(pulseTexts);
  if (read.data) return <Loaded data={read.data} isZoomed={isZoomed} zoom={zoom} />;
  return (
    <section aria-label={t.title} className={card}>
      <header className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-medium">{t.title}</h2>
        {isZoomed ? <WholeDay zoom={zoom} /> : null}
      </header>
      <NotLoaded read={read} />
    </section>
  );
}

/** A day on which nothing happened has no lanes. */
function Quiet() {
  const t = useTexts(pulseTexts);
  return (
    <section aria-label={t.title} className={card}>
      <h2 className="font-medium">{t.title}</h2>
      <p className="text-sm text-soft">{t.quietDay}</p>
    </section>
  );
}

const card = 'grid min-w-0 content-start gap-3 rounded-xl border border-line bg-card p-4 shadow-sm';

function WholeDay({ zoom }: Pick<PulseState, 'zoom'>) {
  const t = useTexts(pulseTexts);
  return (
    <Button icon="close" onClick={() => zoom({ from: '', to: '' })} size="sm">
      {t.whole}
    </Button>
  );
}

type Props = Omit<PulseState, 'read'> & { data: PulseData };

/**
 * The last day of the team on one axis. A look at a time lights it in all lanes: what a request changed, the events of
 * the change and their deliveries stand below each other.
 */
function Loaded({ data, isZoomed, zoom }: Props) {
  const t = useTexts(pulseTexts);
  const language = useLanguage();
  const zone = { language, timeZone: useTimeZone() };
  const all = lanesOf(data, t, language);
  const alone = useAlone();
  const legend = legendOf(all, language).filter(
    ({ name, tone }) => namesIn(all, tone).length > 0 || name === alone.alone,
  );
  const lanes = withTones(all, shownOf(legend, alone));
  const { bars } = data;
  const looked = useLook({ data, lanes, zoom });
  const { span } = looked;
  const [first, last] = span ?? [0, bars.length - 1];
  const ticks = timeTicks(bars, zone);
  const when = span || isZoomed ? t.between(...edgesOf(data, first, last, zone)) : t.day;
  const isQuiet = all.every((lane) => countsOf(lane, 0, bars.length - 1).all === 0);
  if (lanes.length === 0) return null;
  if (isQuiet && !isZoomed) return <Quiet />;
  return (
    <section aria-label={t.title} className={card}>
      <header className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="flex flex-wrap items-baseline gap-x-2 font-medium">
          {t.title}
          <span className="tabular text-sm font-normal text-soft">{when}</span>
        </h2>
        {/* The legend stays: a series that stands alone would otherwise stay alone. */}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Legend alone={alone} entries={legend} />
        </div>
      </header>
      <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <div className="grid gap-4">
          {lanes.map((lane) => (
            <LaneHead
              count={bars.length}
              isChosen={span !== null && lane === looked.lane}
              key={lane.id}
              lane={lane}
              lit={span}
            />
          ))}
        </div>
        <PulseLanes {...looked} data={data} lanes={lanes} ticks={ticks} zone={zone} />
        <div className="col-start-2">
          <Times count={bars.length} ticks={ticks} />
        </div>
      </div>
      <div className="flex min-h-4 flex-wrap items-center gap-x-3 gap-y-2 text-xs text-soft">
        <Hint data={data} isQuiet={isQuiet} isZoomed={isZoomed} zone={zone} />
        {/* As high as the line, so that nothing moves when a period is zoomed. */}
        {isZoomed ? (
          <div className="-my-1.5">
            <WholeDay zoom={zoom} />
          </div>
        ) : null}
      </div>
    </section>
  );
}

type HintProps = Pick<Props, 'data' | 'isZoomed'> & { isQuiet: boolean; zone: Zone };

/** What was not counted, or what a click and a finger do. Who has zoomed has read it. */
function Hint({ data, isQuiet, isZoomed, zone }: HintProps) {
  const t = useTexts(pulseTexts);
  if (data.counted_back_to) return t.countedSince(dateTimeText(data.counted_back_to, zone));
  if (isQuiet) return t.quiet;
  if (isZoomed) return null;
  return (
    <>
      <span className="pointer-coarse:hidden">{t.hint}</span>
      <span className="hidden pointer-coarse:inline">{t.hintOfTouch}</span>
    </>
  );
}

/** What the colours mean in all lanes. */
function legendOf(lanes: readonly LaneOf[], language: Language): readonly Named[] {
  const [only] = lanes;
  if (lanes.length === 1 && only) return [...only.up, ...only.down];
  return [
    { tone: 'works', name: stateWord('request', 'ok', language) },
    { tone: 'runs', name: stateWord('delivery', 'queued', language) },
    { tone: 'needs', name: namesIn(lanes, 'needs').join(', ') },
    { tone: 'failed', name: failedName(language) },
    { tone: 'stripes', name: stateWord('request', 'limited', language) },
  ];
}

type Zone = { language: Language; timeZone: string };
type LookOptions = Pick<Props, 'data' | 'zoom'> & { lanes: readonly LaneOf[] };

/** Where the person looks: at which bars, and in which lane. */
function useLook({ data, lanes, zoom }: LookOptions) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(0);
  const lane = lanes[Math.min(chosen, lanes.length - 1)];
  const onSpan = (first: number, last: number) => {
    const [from, to] = [momentAt(data, first), momentAt(data, last + 1)];
    const isFew = data.bars.length <= LEAST_BARS;
    if (first !== last && !isFew) return zoom({ from, to }, true);
    const place = lane?.placeOf({ from, to });
    if (place) void navigate({ to: place.to, search: place.search as never });
  };
  const laneAt = ({ currentTarget, clientY }: PointerEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    const at = Math.floor(((clientY - top) / height) * lanes.length);
    return Math.min(lanes.length - 1, Math.max(0, at));
  };
  const { span, at, handlers } = useSpan({
    count: data.bars.length,
    onSpan,
    isEmpty: (bar, event) => {
      const touched = lanes[laneAt(event)];
      return !touched || isNothing(countsOf(touched, bar, bar));
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return handlers.onKeyDown(event);
    setChosen(Math.min(lanes.length - 1, Math.max(0, chosen + by)));
    event.preventDefault();
    event.stopPropagation();
  };
  const choose = (event: PointerEvent) => setChosen(laneAt(event));
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons === 0) choose(event);
    handlers.onPointerMove(event);
  };
  const onPointerDown = (event: PointerEvent) => {
    choose(event);
    handlers.onPointerDown(event);
  };
  return { span, at, lane, handlers: { ...handlers, onKeyDown, onPointerMove, onPointerDown } };
}

type LanesProps = ReturnType<typeof useLook> & {
  data: PulseData;
  lanes: readonly LaneOf[];
  ticks: readonly Tick[];
  zone: Zone;
};

/** One slider for all lanes: left and right go through the day, up and down from lane to lane. */
function PulseLanes({ span, at, lane: chosen, handlers, data, lanes, ticks, zone }: LanesProps) {
  const t = useTexts(pulseTexts);
  const words = useTexts(overviewTexts);
  const help = useId();
  const { bars } = data;
  const [first, last] = span ?? ([at, at] as const);
  const spoken = [
    t.between(...edgesOf(data, first, last, zone)),
    ...lanes.map((lane) => {
      const { all, failed, retries } = countsOf(lane, first, last);
      const count = (value: number) => numberText(value, zone.language);
      return [
        `${lane.name}: ${count(all)}`,
        ...(failed > 0 ? [`${count(failed)} ${t.failed[lane.id]}`] : []),
        ...(retries > 0 ? [words.retries(count(retries), retries === 1)] : []),
      ].join(', ');
    }),
    chosen ? t.opens(chosen.name) : '',
  ].join('. ');
  return (
    <div className="min-w-0">
      <div
        aria-describedby={help}
        aria-label={t.title}
        aria-valuemax={bars.length}
        aria-valuemin={1}
        aria-valuenow={at + 1}
        aria-valuetext={spoken}
        className="grid cursor-crosshair touch-pan-y gap-4 rounded-sm select-none"
        role="slider"
        tabIndex={0}
        {...handlers}
      >
        {lanes.map((lane) => (
          <Lane count={bars.length} key={lane.id} lane={lane} lit={span} ticks={ticks} />
        ))}
      </div>
      <p className="hidden-text" id={help}>
        {t.keys}
      </p>
      <ChartTable
        label={t.title}
        names={bars.map((bar) => clockText(bar, zone))}
        series={lanes.flatMap((lane) => rowsOf(lane, bars.length, t.failed[lane.id]))}
      />
    </div>
  );
}

function edgesOf(data: PulseData, ...[first, last, zone]: [...Bars, Zone]): [string, string] {
  return [clockText(momentAt(data, first), zone), clockText(momentAt(data, last + 1), zone)];
}
