import { accountRouter } from '../features/account/account.router.ts';
import { analyticsRouter } from '../features/analytics/analytics.router.ts';
import { assignmentsRouter } from '../features/assignments/assignments.router.ts';
import { casesRouter } from '../features/cases/cases.router.ts';
import { catalogRouter } from '../features/catalog/catalog.router.ts';
import { crmRouter } from '../features/crm/crm.router.ts';
import { evaluationsRouter } from '../features/evaluations/evaluations.router.ts';
import { membersRouter } from '../features/members/members.router.ts';
import { trainingsRouter } from '../features/trainings/trainings.router.ts';
import { webhooksRouter } from '../features/webhooks/webhooks.router.ts';
import { router } from './operation.ts';

/** Every procedure of the product, by noun and verb. */
export const appRouter = router({
  account: accountRouter,
  members: membersRouter,
  trainings: trainingsRouter,
  evaluations: evaluationsRouter,
  assignments: assignmentsRouter,
  cases: casesRouter,
  catalog: catalogRouter,
  analytics: analyticsRouter,
  crm: crmRouter,
  webhooks: webhooksRouter,
});
