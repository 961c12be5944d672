import { z } from 'zod';
import { jsonOf, operation, router } from '../../operation/procedure.ts';
import { docText } from '../../shared/doc-text.ts';
import { teamAnalytics } from './analytics.schema.ts';
import { getTeamAnalytics } from './get-team-analytics.ts';

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
      tag: 'Catalog and analytics',
      summary: docText({
        en: 'Get the analytics of the team',
        de: 'Die Auswertung des Teams lesen',
      }),
      description: docText({
        en: 'Sums and averages over the sessions of active members.',
        de: 'Summen und Durchschnitte über die Trainings aktiver Mitglieder.',
      }),
    },
  )
    .input(z.strictObject({}))
    .output(jsonOf(teamAnalytics))
    .query(({ ctx }) => getTeamAnalytics(ctx)),
});
