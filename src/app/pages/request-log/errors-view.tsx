import { useQuery } from '@tanstack/react-query';
import type { ErrorGroup, LineFilter } from '../../../features/request-log/request-log.schema.ts';
import { DAY_MS } from '../../../shared/time/durations.ts';
import { trpc } from '../../api/client.ts';
import { SearchedBack } from '../../screens/searched-back.tsx';
import { OwnPeriod } from '../../session/period-fields.tsx';
import { Time } from '../../session/time.tsx';
import { useTimeZone } from '../../session/time-zone.tsx';
import { defineTexts } from '../../text/define-texts.ts';
import { clockText, dateTimeText, numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { Listing } from '../../ui/listing.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { type SortValues, sortedRows } from '../../ui/sorted-rows.ts';
import { Table } from '../../ui/table.tsx';
import type { Sorting } from '../../ui/table-head.tsx';
import type { Column, Hides } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import type { RowTarget } from '../../ui/use-filters.ts';
import { ALL_SINCE, filterOfGroup } from './group-filter.ts';
import { KeyCell } from './key-cell.tsx';
import { type LogFilters, periodNames, type SetFilters } from './line-filter.ts';
import { PeriodSelect } from './period-select.tsx';
import { textOf, titleOf } from './reason-names.ts';
import { fieldText, useUseFields } from './request-fields.ts';
import { requestLogTexts } from './texts.ts';

type Props = { filter: LineFilter; filters: LogFilters; setFilters: SetFilters };

const ofGroup = { method: '', route: '', check: '', reason: '', field: '' };
const dropped: LogFilters = { view: '', status: '', request_id: '', ...ofGroup };

type Bar = { count: string; from: string };

/** They are loaded with the view. */
const errorsTexts = defineTexts(
  {
    noErrors: 'Keine Fehler in diesem Zeitraum',
    noErrorsMore: 'Alle Anfragen wurden beantwortet wie verlangt.',
    courseText: (last: Bar, most: Bar) =>
      `${last.count} seit ${last.from}, am meisten ab ${most.from}: ${most.count}`,
  },
  {
    noErrors: 'No errors in this period',
    noErrorsMore: 'All requests succeeded.',
    courseText: (last: Bar, most: Bar) =>
      `${last.count} since ${last.from}, most from ${most.from} on: ${most.count}`,
  },
);

/** Errors by code and route, the most frequent first. A click on an error shows its requests. */
export function ErrorsView({ filter, filters, setFilters }: Props) {
  const own = useTexts(errorsTexts);
  const { since, until, key_id } = filter;
  const query = { since: since ?? ALL_SINCE, ...(until && { until }), ...(key_id && { key_id }) };
  const read = useQuery(trpc.requestLog.errors.queryOptions(query));
  const { data } = read;
  // Filters of the list before do not narrow this number, so the link drops them.
  const to = (group: ErrorGroup) => ({ ...dropped, ...filterOfGroup(group, data?.data ?? []) });
  const fields = useUseFields(filters);
  // The server counts the most frequent first.
  const sorting = {
    order: filters.sort ?? '-count',
    onSort: (sort: string) => setFilters({ sort }),
  };
  const shown = { to, sorting };
  return (
    <Listing
      filters={
        <>
          <FilterBar
            fields={fields}
            onChange={setFilters}
            tabs={['view', 'sort']}
            values={filters}
          />
          <PeriodSelect fields={fields} filters={filters} setFilters={setFilters} />
          <OwnPeriod names={periodNames} onChange={setFilters} values={filters} />
        </>
      }
    >
      <NotLoaded isList read={read}>
        <ErrorTable {...shown} bars={[]} rows={[]} />
      </NotLoaded>
      {data?.data.length === 0 ? (
        <Empty icon="check" title={own.noErrors}>
          {own.noErrorsMore}
        </Empty>
      ) : null}
      {data && data.data.length > 0 ? (
        <ErrorTable {...shown} bars={data.bars} rows={data.data} />
      ) : null}
      <SearchedBack to={data?.counted_back_to} />
    </Listing>
  );
}

type TableProps = {
  rows: readonly ErrorGroup[];
  bars: readonly string[];
  sorting: Sorting;
  to: (group: ErrorGroup) => RowTarget;
};

function ErrorTable({ rows, bars, sorting, to }: TableProps) {
  const t = useTexts(requestLogTexts);
  return (
    <Table
      columns={useColumns(bars)}
      keyOf={({ code, method, route, check, reason, field }) =>
        [code, method, route, check, reason, field].join(' ')
      }
      label={t.views.errors}
      to={to}
      rows={sortedRows(rows, sorting.order, values)}
      sorting={sorting}
    />
  );
}

const values: SortValues<ErrorGroup> = {
  count: ({ requests }) => requests,
  last: ({ last_at }) => last_at,
};

function useColumns(bars: readonly string[]): Column<ErrorGroup>[] {
  const t = useTexts(requestLogTexts);
  const language = useLanguage();
  return [
    {
      id: 'code',
      title: t.code,
      // The reason has a line of its own here, which is read whole before the other columns have room.
      least: 352,
      cell: (group, hides) => <Code group={group} hides={hides} />,
    },
    {
      id: 'route',
      title: t.route,
      dropped: 'last',
      width: 224,
      cell: (group, hides) => (
        <TwoLines more={hides('key') && <KeyName group={group} />}>
          <Route group={group} />
        </TwoLines>
      ),
    },
    {
      id: 'key',
      title: t.key,
      dropped: 'second',
      width: 160,
      cell: ({ key, other_keys }) => <KeyCell named={key} others={other_keys} />,
    },
    {
      id: 'count',
      title: t.count,
      sorts: 'down',
      align: 'right',
      width: 104,
      narrow: 88,
      cell: ({ requests, course }) => (
        <span className="grid grid-cols-1 justify-items-end">
          <span className="tabular">{numberText(requests, language)}</span>
          <Course bars={bars} counts={course} />
        </span>
      ),
    },
    {
      id: 'last',
      title: t.last,
      sorts: 'down',
      dropped: 'first',
      width: 144,
      cell: ({ last_at }) => <Time at={last_at} />,
    },
  ];
}

function Reason({ group: { field, reason, check } }: { group: ErrorGroup }) {
  const t = useTexts(requestLogTexts);
  return (
    <>
      {field ? <code className="font-mono text-xs text-ink">{fieldText(field)} </code> : null}
      {reason ? textOf(t.reasons, reason) : check ? textOf(t.checks, check) : null}
    </>
  );
}

type CourseProps = { bars: readonly string[]; counts: readonly number[] };

/** Whether an error grows or is over, below the number of its requests. */
function Course({ bars, counts }: CourseProps) {
  const t = useTexts(errorsTexts);
  const zone = { language: useLanguage(), timeZone: useTimeZone() };
  const [first = '', last = ''] = [bars[0], bars.at(-1)];
  const isDay = Date.parse(last) - Date.parse(first) < DAY_MS;
  const timeOf = (bar = '') => (isDay ? clockText(bar, zone) : dateTimeText(bar, zone));
  const number = (count = 0) => numberText(count, zone.language);
  const most = Math.max(...counts);
  const highest = { count: number(most), from: timeOf(bars[counts.indexOf(most)]) };
  const text = t.courseText({ count: number(counts.at(-1)), from: timeOf(last) }, highest);
  return (
    <span className="flex max-w-full" title={text}>
      <Sparkline failed={counts} values={counts} />
      <span className="hidden-text">{text}</span>
    </span>
  );
}

type CodeProps = { group: ErrorGroup; hides: Hides };

/** The code, and the reason, which alone tells apart errors with the same code and route. */
function Code({ group, hides }: CodeProps) {
  const language = useLanguage();
  const isNarrow = hides('route');
  return (
    <div className={isNarrow ? 'py-2' : undefined}>
      <TwoLines
        more={
          isNarrow ? (
            <>
              <Route group={group} />
              <span className="block whitespace-normal">
                <Reason group={group} />
              </span>
              <KeyName group={group} />
            </>
          ) : (
            <Reason group={group} />
          )
        }
      >
        <code className="font-mono text-xs font-medium" title={titleOf(group.code, language)}>
          {group.code}
        </code>
      </TwoLines>
    </div>
  );
}

/** The key in place of its column, with how it begins: a key and its replacement have the same name. */
function KeyName({ group: { key, other_keys: others } }: { group: ErrorGroup }) {
  const t = useTexts(requestLogTexts);
  if (!key) return t.noKey;
  return (
    <>
      {key.name} {others > 0 ? `+${others} ` : null}
      <span className="font-mono">{key.prefix}…</span>
    </>
  );
}

/** A request that is refused for its key or a limit is refused before its route is known, but it has a path. */
function Route({ group }: { group: ErrorGroup }) {
  const { method, route, path, other_paths: others } = group;
  return (
    <span className="font-mono text-xs">
      <span className="text-soft">{method}</span> {route ?? path}
      {others > 0 ? <span className="text-soft"> +{others}</span> : null}
    </span>
  );
}
