import { accountAndMemberTexts } from './account-and-members.ts';
import { assignmentAndCaseTexts } from './assignments-and-cases.ts';
import { catalogAndAnalyticsTexts } from './catalog-and-analytics.ts';
import { crmTexts } from './crm.ts';
import { eventTexts } from './events.ts';
import { problemTexts } from './problem.ts';
import { sharedTexts } from './shared.ts';
import { trainingTexts } from './trainings.ts';
import { webhookTexts } from './webhooks.ts';

/** The parts of the dictionary. Each maps English texts of the OpenAPI document to German. */
export const germanParts: readonly Record<string, string>[] = [
  sharedTexts,
  accountAndMemberTexts,
  trainingTexts,
  assignmentAndCaseTexts,
  catalogAndAnalyticsTexts,
  crmTexts,
  webhookTexts,
  eventTexts,
  problemTexts,
];

export const germanTexts: Record<string, string> = Object.assign({}, ...germanParts);
