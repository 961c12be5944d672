import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { analyticsSeries, memberAnalytics, memberAnalyticsInput } from './app-analytics.schema.ts';
import { getAnalyticsSeries } from './get-analytics-series.ts';
import { listMemberAnalytics } from './list-member-analytics.ts';

const section = 'Catalog and analytics';

/** What only the app shows of the analytics. */
export const appAnalyticsRouter = router({
  members: teamProcedure('see_analytics', {
    name: 'analytics.members',
    section,
    personal: 'member_analytics',
  })
    .input(memberAnalyticsInput)
    .output(memberAnalytics)
    .query(({ ctx, input }) => listMemberAnalytics(ctx, input)),

  series: teamProcedure('see_analytics', {
    name: 'analytics.series',
    section,
    personal: 'analytics_series',
  })
    .input(z.strictObject({}))
    .output(analyticsSeries)
    .query(({ ctx }) => getAnalyticsSeries(ctx)),
});
