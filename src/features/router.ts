import { mergeRouters, personProcedure, router, teamProcedure } from '../operation/procedure.ts';
import { accountRouter } from './account/account.router.ts';
import { ownDataExport } from './account/export-own-data.ts';
import { analyticsRouter } from './analytics/analytics.router.ts';
import { apiKeysRouter } from './api-keys/api-keys.router.ts';
import { assignmentsRouter } from './assignments/assignments.router.ts';
import { assignmentExport } from './assignments/export-assignments.ts';
import { auditLogRouter } from './audit-log/audit-log.router.ts';
import { auditLogExport } from './audit-log/list-entries.ts';
import { casesRouter } from './cases/cases.router.ts';
import { catalogRouter } from './catalog/catalog.router.ts';
import { entriesRouter } from './catalog/entries.router.ts';
import { changesRouter } from './changes/changes.router.ts';
import { commandLineRouter } from './command-line/command-line.router.ts';
import { connectionsRouter } from './crm/connections/connections.router.ts';
import { crmRouter } from './crm/crm.router.ts';
import { dealExport } from './crm/list-deals.ts';
import { evaluationsRouter } from './evaluations/evaluations.router.ts';
import { eventsRouter } from './events/events.router.ts';
import { keptEventsRouter } from './events/kept-events.router.ts';
import { erasureExport } from './members/find-erasure-news.ts';
import { memberExport } from './members/list-members.ts';
import { membersRouter } from './members/members.router.ts';
import { membersInAppRouter } from './members/members-in-app.router.ts';
import { policiesRouter } from './policies/policies.router.ts';
import { getPulse } from './pulse/get-pulse.ts';
import { pulse, pulseInput } from './pulse/pulse.schema.ts';
import { requestLogExport } from './request-log/list-requests.ts';
import { requestLogRouter } from './request-log/request-log.router.ts';
import { sandboxesRouter } from './sandboxes/sandboxes.router.ts';
import { savedViewsRouter } from './saved-views/saved-views.router.ts';
import { listThings } from './search/list-things.ts';
import { findInput, foundThings } from './search/search.schema.ts';
import { sessionRouter } from './session/session.router.ts';
import { teamRouter } from './team/team.router.ts';
import { technicalContactRouter } from './technical-contact/technical-contact.router.ts';
import { getTeamOfRequest } from './thread/get-team-of-request.ts';
import { getThread } from './thread/get-thread.ts';
import { locatedRequest, locateInput, thread, threadInput } from './thread/thread.schema.ts';
import { intakeRouter } from './trainings/intake.router.ts';
import { trainingExport } from './trainings/list-trainings.ts';
import { trainingsRouter } from './trainings/trainings.router.ts';
import { tryOutRouter } from './try-out/try-out.router.ts';
import { deliveriesRouter } from './webhooks/deliveries.router.ts';
import { webhooksRouter } from './webhooks/webhooks.router.ts';

/**
 * All procedures of the product, by noun and verb. A noun with two procedures or fewer has no router of its own:
 * its procedures are here. CONTRIBUTING.md ("Add an operation") lists what a new
 * operation needs elsewhere.
 */
export const appRouter = router({
  session: sessionRouter,
  account: accountRouter,
  team: teamRouter,
  sandboxes: sandboxesRouter,
  savedViews: savedViewsRouter,
  technicalContact: technicalContactRouter,
  apiKeys: apiKeysRouter,
  members: mergeRouters(membersRouter, membersInAppRouter),
  trainings: mergeRouters(trainingsRouter, intakeRouter),
  evaluations: evaluationsRouter,
  assignments: assignmentsRouter,
  cases: casesRouter,
  catalog: mergeRouters(catalogRouter, entriesRouter),
  policies: policiesRouter,
  analytics: analyticsRouter,
  crm: mergeRouters(crmRouter, connectionsRouter),
  changes: changesRouter,
  events: mergeRouters(eventsRouter, keptEventsRouter),
  webhooks: mergeRouters(webhooksRouter, deliveriesRouter),
  commandLine: commandLineRouter,
  auditLog: auditLogRouter,
  requestLog: requestLogRouter,
  pulse: router({
    get: teamProcedure('see_members')
      .input(pulseInput)
      .output(pulse)
      .query(({ ctx, input }) => getPulse(ctx, input)),
  }),
  thread: router({
    get: teamProcedure('see_audit_log', {
      name: 'thread.get',
      section: 'Logs',
      personal: 'audit_entry',
    })
      .input(threadInput)
      .output(thread)
      .query(({ ctx, input }) => getThread(ctx, input)),

    getTeamOfRequest: personProcedure('use_own_account')
      .input(locateInput)
      .output(locatedRequest)
      .query(({ ctx, input }) => getTeamOfRequest(ctx, input.request_id)),
  }),
  search: router({
    list: teamProcedure('see_team', { name: 'search.list', section: 'Search', personal: 'found' })
      .input(findInput)
      .output(foundThings)
      .query(({ ctx, input }) => listThings(ctx, input)),
  }),
  tryOut: tryOutRouter,
});

export type AppRouter = typeof appRouter;

/** The lists of the app that can be exported as a file, by the name of the file. */
export const listExports = {
  'audit-log': auditLogExport,
  'request-log': requestLogExport,
  members: memberExport,
  erasures: erasureExport,
  trainings: trainingExport,
  assignments: assignmentExport,
  deals: dealExport,
};

/** The files about a person, from all teams of the person. */
export const personExports = { ownData: ownDataExport };
