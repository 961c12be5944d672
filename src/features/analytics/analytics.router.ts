import { z } from 'zod';
import { jsonOf, operation, router, teamProcedure } from '../../operation/procedure.ts';
import { teamAnalytics } from './analytics.schema.ts';
import {
  analyticsSeries,
  countedInput,
  memberAnalytics,
  memberAnalyticsInput,
  personFigures,
  personFiguresInput,
  teamFigures,
} from './app-analytics.schema.ts';
import { getAnalyticsSeries } from './get-analytics-series.ts';
import { getPersonFigures } from './get-person-figures.ts';
import { getTeamAnalytics } from './get-team-analytics.ts';
import { getTeamFigures } from './get-team-figures.ts';
import { listMemberAnalytics } from './list-member-analytics.ts';

const tag = 'Catalog and analytics';

export const analyticsRouter = router({
  team: operation(
    {
      scope: 'analytics:read',
      needsMemberDetail: false,
      personal: 'analytics',
      app: 'see_analytics',
    },
    {
      method: 'GET',
      path: '/analytics/team',
      operationId: 'getTeamAnalytics',
      sdk: 'analytics.team',
      tag: 'Catalog and analytics',
      summary: 'Get the analytics of the team',
      description: 'Sums and averages over the trainings of active members.',
    },
  )
    .input(z.strictObject({}))
    .output(jsonOf(teamAnalytics))
    .query(({ ctx }) => getTeamAnalytics(ctx)),

  // What only the app shows.
  figures: teamProcedure('see_analytics', {
    name: 'analytics.figures',
    section: tag,
    personal: 'team_figures',
  })
    .input(countedInput)
    .output(teamFigures)
    .query(({ ctx, input }) => getTeamFigures(ctx, input)),

  members: teamProcedure('see_analytics', {
    name: 'analytics.members',
    section: tag,
    personal: 'member_analytics',
  })
    .input(memberAnalyticsInput)
    .output(memberAnalytics)
    .query(({ ctx, input }) => listMemberAnalytics(ctx, input)),

  series: teamProcedure('see_analytics', {
    name: 'analytics.series',
    section: tag,
    personal: 'analytics_series',
  })
    .input(countedInput)
    .output(analyticsSeries)
    .query(({ ctx, input }) => getAnalyticsSeries(ctx, input)),

  ofMember: teamProcedure('see_analytics', {
    name: 'analytics.ofMember',
    section: tag,
    personal: undefined,
    needsMemberDetail: true,
  })
    .input(personFiguresInput)
    .output(personFigures)
    .query(({ ctx, input }) => getPersonFigures(ctx, input.member_id)),

  own: teamProcedure('see_own_work')
    .input(z.strictObject({}))
    .output(personFigures)
    .query(({ ctx }) => getPersonFigures(ctx, ctx.actor.memberId)),
});
