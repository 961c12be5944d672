import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TeamFigures } from '../../../features/analytics/app-analytics.schema.ts';
import { trpc } from '../../api/client.ts';
import { OWN, OwnPeriod } from '../../session/period-fields.tsx';
import { useTimeZone } from '../../session/time-zone.tsx';
import { AssignForm } from '../../team/assign/use-assign.tsx';
import { numberText, scoreText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Changes } from '../../ui/chart/change.tsx';
import { Switch } from '../../ui/check.tsx';
import { Empty } from '../../ui/empty.tsx';
import { filterTexts } from '../../ui/filter/texts.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { Dimensions } from './dimensions.tsx';
import { MemberFigures } from './member-figures.tsx';
import { analyticsPage } from './page.ts';
import { offered, periodsOf } from './period.ts';
import { analyticsTexts } from './texts.ts';
import { Trend } from './trend.tsx';
import { periodNames, useCounted } from './use-counted.ts';

/** The figures of the team, and of the period before. */
function useTeamFigures() {
  const { input, inputBefore, fault } = useCounted();
  const shown = { placeholderData: keepPreviousData };
  const read = useQuery({
    ...trpc.analytics.figures.queryOptions(input),
    ...shown,
    enabled: fault === undefined,
  });
  const before = useQuery({
    ...trpc.analytics.figures.queryOptions(inputBefore ?? {}),
    ...shown,
    enabled: inputBefore !== undefined,
  });
  return { read, before: inputBefore && before.data };
}

export function AnalyticsPage() {
  const t = useTexts(analyticsTexts);
  const title = analyticsPage.title[useLanguage()];
  const { onlyActive, fault, periods } = useCounted();
  const { read, before } = useTeamFigures();
  const { data } = read;
  const lead = !data?.former ? 'privacy' : onlyActive ? 'active' : 'all';
  // While member detail is off, nobody chooses a period or a part of the team.
  const mayChoose = data?.former !== null;
  const hasChoice = mayChoose && (onlyActive || Boolean(data?.former?.members));
  return (
    <>
      <PageHeader
        lead={data && (hasChoice || !mayChoose) ? `${t.lead} ${t.leadOf[lead]}` : t.lead}
        title={title}
      />
      {mayChoose ? <Counted hasFormer={hasChoice} /> : null}
      {fault ? null : <Figures before={before} read={read} />}
      <AssignForm period={periods?.period} />
    </>
  );
}

function Figures({ read, before }: ReturnType<typeof useTeamFigures>) {
  const t = useTexts(analyticsTexts);
  const { onlyActive, periods } = useCounted();
  const { data } = read;
  const isEmpty = data && !data.totals.scored;
  return (
    <>
      <NotLoaded read={read}>
        <Loading />
      </NotLoaded>
      {data ? <Totals before={before} figures={data} /> : null}
      {isEmpty ? (
        <Empty
          icon="chart"
          isFiltered={periods !== undefined}
          title={periods ? t.emptyPeriod : t.empty}
        >
          {periods ? null : t.emptyMore}
        </Empty>
      ) : null}
      {data?.totals.scored ? (
        <>
          <Trend before={before} figures={data} />
          <Dimensions dimensions={data.dimensions} gaps={data.skill_gaps} />
        </>
      ) : null}
      {data && (periods || !isEmpty) ? (
        <MemberFigures former={onlyActive ? null : data.former} />
      ) : null}
    </>
  );
}

/** What the numbers of the page are about: the period, and who counts. */
function Counted({ hasFormer }: { hasFormer: boolean }) {
  const t = useTexts(analyticsTexts);
  const { own } = useTexts(filterTexts);
  const { choice, fault, filters, onlyActive, set } = useCounted();
  const timeZone = useTimeZone();
  const choose = (next: string) => {
    // A period of one's own begins with that of this month.
    const { period } = periodsOf('month', Date.now(), timeZone);
    const ends = next === OWN ? { since: filters.since ?? period.from } : { since: '', until: '' };
    set({ period: next, ...ends, from: '' });
  };
  return (
    <search className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <FilterSelect
        any={t.allTime}
        label={t.range}
        onChange={choose}
        options={[...offered.map((one) => [one, t.periods[one]] as const), [OWN, own] as const]}
        value={choice}
      />
      {hasFormer ? (
        <Switch
          checked={onlyActive}
          label={t.onlyActive}
          onChange={({ target }) => set({ members: target.checked ? 'active' : '' })}
        />
      ) : null}
      <OwnPeriod
        error={fault && t.faults[fault]}
        names={periodNames}
        onChange={set}
        values={filters}
      />
    </search>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

type TotalsProps = { figures: TeamFigures; before: TeamFigures | undefined };

function Totals({ figures, before }: TotalsProps) {
  const t = useTexts(analyticsTexts);
  const language = useLanguage();
  const { choice = 'all' } = useCounted();
  const { totals, dimensions, trained } = figures;
  const shown = (value: number | null) => (value === null ? '–' : numberText(value, language));
  const changes = [
    [t.trained, trained.in_period, before?.trained.in_period],
    [t.sessions, totals.sessions, before?.totals.sessions],
    [t.scored, totals.scored, before?.totals.scored],
  ] as const;
  return (
    <div className="grid gap-2">
      <Stats>
        <Stat
          label={t.trained}
          more={t.ofMembers(shown(totals.active_members))}
          value={shown(trained.in_period)}
        />
        <Stat label={t.sessions} value={shown(totals.sessions)} />
        <Stat label={t.scored} value={shown(totals.scored)} />
        <Stat
          label={t.average}
          more={dimensions.some(({ value }) => value === null) ? t.hidden : t.ofHundred}
          value={totals.avg_score === null ? '–' : scoreText(totals.avg_score, language)}
        />
      </Stats>
      {before && choice !== 'all' ? (
        <Changes
          numbers={changes.map(([name, now, earlier = null]) => ({
            name,
            kind: 'count',
            now,
            before: earlier,
          }))}
          than={t.than[choice]}
        />
      ) : null}
    </div>
  );
}
