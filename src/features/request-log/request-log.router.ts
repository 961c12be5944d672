import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { countRequests } from './count-requests.ts';
import { listErrors } from './list-errors.ts';
import { listRequests } from './list-requests.ts';
import { listUsage } from './list-usage.ts';
import {
  listRequestsInput,
  requestCounts,
  requestCountsInput,
  requestErrors,
  requestErrorsInput,
  requestPage,
  usage,
  usageInput,
} from './request-log.schema.ts';

export const requestLogRouter = router({
  list: teamProcedure('see_request_log')
    .input(listRequestsInput)
    .output(requestPage)
    .query(({ ctx, input }) => listRequests(ctx, input)),

  counts: teamProcedure('see_request_log')
    .input(requestCountsInput)
    .output(requestCounts)
    .query(({ ctx, input }) => countRequests(ctx, input)),

  errors: teamProcedure('see_request_log')
    .input(requestErrorsInput)
    .output(requestErrors)
    .query(({ ctx, input }) => listErrors(ctx, input)),

  usage: teamProcedure('see_request_log')
    .input(usageInput)
    .output(usage)
    .query(({ ctx, input }) => listUsage(ctx, input)),

  export: teamProcedure('export_request_log')
    .input(z.strictObject({}))
    .output(z.strictObject({ url: z.literal('/app/export/request-log') }))
    .query(() => ({ url: '/app/export/request-log' as const })),
});
