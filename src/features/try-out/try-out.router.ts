import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { endChangeFeed } from '../sandboxes/change-sandbox.ts';
import { thread } from '../thread/thread.schema.ts';
import { passTime } from '../webhooks/pass-time.ts';
import { getOutcome } from './get-outcome.ts';
import { listMails } from './list-mails.ts';
import { trigger } from './trigger.ts';
import {
  outcomeInput,
  passed,
  passTimeInput,
  shownMails,
  triggered,
  triggerInput,
} from './try-out.schema.ts';

/** Procedures that only a sandbox has. Each operation asks the database whether the team is a sandbox. */
export const tryOutRouter = router({
  trigger: teamProcedure('try_out')
    .input(triggerInput)
    .output(triggered)
    .mutation(({ ctx, input }) => trigger(ctx, input)),

  outcome: teamProcedure('see_try_out', {
    name: 'tryOut.outcome',
    section: 'Sandbox',
    personal: 'audit_entry',
  })
    .input(outcomeInput)
    .output(thread)
    .query(({ ctx, input }) => getOutcome(ctx, input)),

  passTime: teamProcedure('try_out')
    .input(passTimeInput)
    .output(passed)
    .mutation(({ ctx, input }) => passTime(ctx, input)),

  endChangeFeed: teamProcedure('try_out')
    .input(z.strictObject({}))
    .output(ok)
    .mutation(({ ctx }) => endChangeFeed(ctx)),

  mails: teamProcedure('see_sandbox_mails')
    .input(z.strictObject({}))
    .output(shownMails)
    .query(({ ctx }) => listMails(ctx)),
});
