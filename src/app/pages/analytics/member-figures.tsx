import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type {
  MemberAnalytics,
  MemberAnalyticsInput,
  TeamFigures,
} from '../../../features/analytics/app-analytics.schema.ts';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { numberText, scoreText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ColumnOrder } from '../../ui/filter/column-order.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { MemberTable } from './member-table.tsx';
import { analyticsTexts } from './texts.ts';
import { useCounted } from './use-counted.ts';

const PAGE = 25;
type FormerFigures = NonNullable<TeamFigures['former']>;
const sorts: readonly MemberAnalyticsInput['sort'][] = [
  'name',
  'avg_score',
  'largest_gap',
  'trend_delta',
  'sessions',
  'last_session_at',
];

const largestFirst: readonly string[] = ['largest_gap', 'sessions', 'last_session_at'];

/**
 * From what the address says to the order, and back. In older addresses these columns alone mean the largest first, as
 * there was no other order, so that a minus stands for the smallest first.
 */
function turned(order: string): string {
  const column = order.replace('-', '');
  if (!largestFirst.includes(column)) return order;
  return order === column ? `-${column}` : column;
}

/** The figures of each member, if both privacy switches and the number of members allow it. */
export function MemberFigures({ former }: Pick<TeamFigures, 'former'>) {
  const t = useTexts(analyticsTexts);
  const [filters, setFilters] = useFilters(['sort', 'from']);
  const { input, periods } = useCounted();
  const sort = sorts.find((one) => one === filters.sort?.replace('-', ''));
  // Who needs help comes first.
  const order = turned((sort && filters.sort) ?? 'avg_score');
  const sorting = { order, onSort: (next: string) => setFilters({ sort: turned(next), from: '' }) };
  const offset = Math.max(0, Number.parseInt(filters.from ?? '0', 10) || 0);
  const read = useQuery({
    ...trpc.analytics.members.queryOptions({
      sort: sort ?? 'avg_score',
      order: order.startsWith('-') ? 'desc' : 'asc',
      offset,
      limit: PAGE,
      ...periods,
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = read;
  const place = useRef<HTMLElement>(null);
  // The chart above moves the members when it comes.
  const { isFetched } = useQuery(trpc.analytics.series.queryOptions(input));
  const isShown = data?.hidden_by === null && isFetched;
  // The browser has looked for the anchor before all this was loaded. The router scrolls to the top after this effect.
  useEffect(() => {
    if (!isShown || location.hash !== '#members') return undefined;
    const timer = setTimeout(() => place.current?.scrollIntoView());
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <section className="grid scroll-mt-20 gap-3" id="members" ref={place}>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-medium">{t.table}</h2>
        {data?.hidden_by === null ? (
          <ColumnOrder {...sorting} options={Object.entries(t.sorts)} />
        ) : null}
      </header>
      <NotLoaded isList read={read}>
        <MemberTable rows={[]} sorting={sorting} />
      </NotLoaded>
      {data?.hidden_by ? <Hidden by={data.hidden_by} /> : null}
      {data?.hidden_by === null ? (
        <>
          <MemberTable rows={data.data} sorting={sorting} />
          {former?.members ? <Former former={former} /> : null}
          <Pages
            offset={offset}
            onChange={(from) => setFilters({ from: from === 0 ? '' : String(from) })}
            shown={data.data.length}
            total={data.total}
          />
        </>
      ) : null}
    </section>
  );
}

/** Without a name: the sums above are those of the members and of all who have left. */
function Former({ former: { members, sessions, avg_score } }: { former: FormerFigures }) {
  const t = useTexts(analyticsTexts);
  const language = useLanguage();
  const [count, trainings] = [numberText(members, language), numberText(sessions, language)];
  return (
    <p className="text-sm text-soft">
      {t.former(members, count, sessions, trainings)}
      {avg_score === null ? '' : `, ${t.formerScore(scoreText(avg_score, language))}`}
    </p>
  );
}

/** Says why there is no table. */
function Hidden({ by }: { by: NonNullable<MemberAnalytics['hidden_by']> }) {
  const t = useTexts(analyticsTexts);
  const mayChange = useMay('change_privacy');
  const link =
    mayChange && by === 'privacy_switches' ? (
      <Link className={buttonClass()} to="/privacy">
        {t.toPrivacy}
      </Link>
    ) : null;
  return (
    <Empty action={link} icon="privacy" title={t.hiddenBy[by]}>
      {t.hiddenMore[by]}
    </Empty>
  );
}

type PagesProps = {
  offset: number;
  shown: number;
  total: number;
  onChange: (offset: number) => void;
};

function Pages({ offset, shown, total, onChange }: PagesProps) {
  const t = useTexts(analyticsTexts);
  if (total <= PAGE) return null;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 text-sm text-soft">
      <span className="tabular">{t.page(offset + 1, offset + shown, total)}</span>
      <Button disabled={offset === 0} onClick={() => onChange(Math.max(0, offset - PAGE))}>
        {t.previous}
      </Button>
      <Button disabled={offset + shown >= total} onClick={() => onChange(offset + PAGE)}>
        {t.next}
      </Button>
    </div>
  );
}
