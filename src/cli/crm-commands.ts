import { reportSyncFailure, syncFailureInput } from '../features/crm/report-sync-failure.ts';
import { wholeNumber } from '../shared/from-text.ts';
import { command } from './command.ts';
import { id, optional, required, teamFlag } from './flags.ts';
import { inTeam } from './in-team.ts';

const { provider, reason, consecutive_failures, next_attempt_at } = syncFailureInput.shape;

export const crmSyncFailed = command({
  name: 'crm sync-failed',
  summary: 'report a CRM sync attempt that has failed, as the synchronization does',
  result: '{connection_id}',
  flags: {
    team: teamFlag,
    connection: required('ID', 'the id of the connection', id),
    provider: required('P', 'the name of the CRM, such as hubspot', provider),
    reason: required('TEXT', 'what went wrong, 1 to 500 characters; the team reads it', reason),
    run: optional('ID', 'the id of the attempt', id),
    failures: optional(
      'N',
      'failed attempts in a row, this one included (default 1)',
      wholeNumber(consecutive_failures.unwrap()),
    ),
    'next-attempt': optional(
      'T',
      'a time such as 2027-01-31T12:00:00Z',
      next_attempt_at.unwrap().unwrap(),
    ),
  },
  notes: ['Raises the event crm.sync.failed. It changes no CRM data.'],
  run: (context, values) =>
    inTeam(context, values.team, (call) =>
      reportSyncFailure(call, {
        connection_id: values.connection,
        provider: values.provider,
        reason: values.reason,
        sync_run_id: values.run,
        consecutive_failures: values.failures,
        next_attempt_at: values['next-attempt'],
      }),
    ),
});
