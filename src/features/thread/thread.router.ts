import { router, teamProcedure } from '../../operation/procedure.ts';
import { findThread } from './find-thread.ts';
import { thread, threadInput } from './thread.schema.ts';

export const threadRouter = router({
  find: teamProcedure('see_audit_log', {
    name: 'thread.find',
    section: 'Logs',
    personal: 'audit_entry',
  })
    .input(threadInput)
    .output(thread)
    .query(({ ctx, input }) => findThread(ctx, input)),
});
