import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TeamFigures } from '../../../features/analytics/app-analytics.schema.ts';
import { trpc } from '../../api/client.ts';
import { AssignForm } from '../../team/assign/use-assign.tsx';
import { numberText, scoreText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Switch } from '../../ui/check.tsx';
import { Empty } from '../../ui/empty.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { Dimensions } from './dimensions.tsx';
import { MemberFigures } from './member-figures.tsx';
import { analyticsPage } from './page.ts';
import { analyticsTexts } from './texts.ts';
import { Trend } from './trend.tsx';
import { useCounted } from './use-counted.ts';

export function AnalyticsPage() {
  const t = useTexts(analyticsTexts);
  const title = analyticsPage.title[useLanguage()];
  const { onlyActive, input, chooseActive } = useCounted();
  const read = useQuery({
    ...trpc.analytics.figures.queryOptions(input),
    placeholderData: keepPreviousData,
  });
  const { data } = read;
  const hasFormer = Boolean(data?.former?.members);
  const lead = !data?.former ? 'privacy' : onlyActive ? 'active' : 'all';
  return (
    <>
      <PageHeader
        actions={
          hasFormer ? (
            <Switch
              checked={onlyActive}
              label={t.onlyActive}
              onChange={({ target }) => chooseActive(target.checked)}
            />
          ) : null
        }
        lead={data && (hasFormer || !data.former) ? `${t.lead} ${t.leadOf[lead]}` : t.lead}
        title={title}
      />
      <NotLoaded read={read}>
        <Loading />
      </NotLoaded>
      {data ? <Totals figures={data} /> : null}
      {data && !data.totals.scored ? (
        <Empty icon="chart" title={t.empty}>
          {t.emptyMore}
        </Empty>
      ) : null}
      {data?.totals.scored ? (
        <>
          <Trend />
          <Dimensions dimensions={data.dimensions} gaps={data.skill_gaps} />
          <MemberFigures former={onlyActive ? null : data.former} />
          <AssignForm />
        </>
      ) : null}
    </>
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

function Totals({ figures: { totals, dimensions } }: { figures: TeamFigures }) {
  const t = useTexts(analyticsTexts);
  const language = useLanguage();
  const shown = (value: number | null) => (value === null ? '–' : numberText(value, language));
  return (
    <Stats>
      <Stat label={t.members} more={t.today} value={shown(totals.active_members)} />
      <Stat label={t.sessions} more={t.sinceBegin} value={shown(totals.sessions)} />
      <Stat label={t.scored} more={t.sinceBegin} value={shown(totals.scored)} />
      <Stat
        label={t.average}
        more={dimensions.some(({ value }) => value === null) ? t.hidden : t.ofAllTrainings}
        value={totals.avg_score === null ? '–' : scoreText(totals.avg_score, language)}
      />
    </Stats>
  );
}
