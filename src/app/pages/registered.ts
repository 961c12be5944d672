import { analyticsPage } from './analytics/page.ts';
import { apiKeysPage } from './api-keys/page.ts';
import { assignmentsPage, ownAssignmentsPage } from './assignments/page.ts';
import { auditLogPage } from './audit-log/page.ts';
import { casesPage, ownCasesPage } from './cases/page.ts';
import { catalogPage } from './catalog/page.ts';
import { commandLinePage } from './command-line/page.ts';
import {
  connectionPage,
  connectionsPage,
  consentPage,
  dealsPage,
  objectionsPage,
} from './crm/page.ts';
import { uiPage } from './design/page.ts';
import { docsKeyPage } from './docs-key/page.ts';
import { linkPage } from './link/page.ts';
import { memberPage, membersPage } from './members/page.ts';
import { overviewPage } from './overview/page.ts';
import type { PageDefinition } from './page-definition.ts';
import { policiesPage } from './policies/page.ts';
import { privacyPage } from './privacy/page.ts';
import { profilePage } from './profile/page.ts';
import { requestLogPage } from './request-log/page.ts';
import { resetPage } from './reset/page.ts';
import { signInPage } from './sign-in/page.ts';
import { teamPage } from './team/page.ts';
import { threadPage } from './thread/page.ts';
import { ownTrainingsPage, trainingPage, trainingsPage } from './trainings/page.ts';
import { mailsPage, tryPage } from './try-out/page.ts';
import {
  deliveriesPage,
  deliveryPage,
  endpointPage,
  endpointsPage,
  eventPage,
  eventsPage,
} from './webhooks/page.ts';

/**
 * Each page of the app, once. Its route, its entries in navigation and command palette, its right and its code come
 * from here, and so do the tests of all pages. The entries of a group in the navigation have the order of this list.
 */
export const pages: readonly PageDefinition[] = [
  signInPage,
  linkPage,
  resetPage,
  overviewPage,
  tryPage,
  mailsPage,
  membersPage,
  memberPage,
  apiKeysPage,
  endpointsPage,
  endpointPage,
  deliveriesPage,
  deliveryPage,
  eventsPage,
  eventPage,
  connectionsPage,
  connectionPage,
  consentPage,
  requestLogPage,
  commandLinePage,
  docsKeyPage,
  teamPage,
  privacyPage,
  auditLogPage,
  threadPage,
  assignmentsPage,
  trainingsPage,
  trainingPage,
  casesPage,
  catalogPage,
  policiesPage,
  analyticsPage,
  dealsPage,
  objectionsPage,
  ownAssignmentsPage,
  ownTrainingsPage,
  ownCasesPage,
  profilePage,
  uiPage,
];
