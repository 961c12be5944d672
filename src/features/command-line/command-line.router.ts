import { z } from 'zod';
import {
  commandLineProcedure,
  jsonOf,
  memberProcedure,
  openProcedure,
  router,
  teamProcedure,
} from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { eventFeed } from '../events/feed.schema.ts';
import { listLatest, listLatestInput } from '../events/list-latest.ts';
import { listRequests } from '../request-log/list-requests.ts';
import { listRequestsInput, requestPage } from '../request-log/request-log.schema.ts';
import { printedOutcome } from '../thread/thread.schema.ts';
import { getOutcome } from '../try-out/get-outcome.ts';
import { trigger } from '../try-out/trigger.ts';
import {
  outcomeInput,
  passed,
  passTimeInput,
  triggered,
  triggerInput,
} from '../try-out/try-out.schema.ts';
import { passTime } from '../webhooks/pass-time.ts';
import {
  resendToListener,
  resendToListenerInput,
  resentToListener,
} from '../webhooks/resend-to-listener.ts';
import { retryDelivery } from '../webhooks/retry-delivery.ts';
import { deliveryIdInput, webhookDelivery } from '../webhooks/webhooks.schema.ts';
import { confirmLogin, getLogin, refuseLogin } from './answer-login.ts';
import {
  codeInput,
  commandLineStatus,
  commandLines,
  confirmInput,
  loginIdInput,
  pendingLogin,
  polledLogin,
  pollInput,
  startedLogin,
  startLoginInput,
} from './command-line.schema.ts';
import { endLogin, logOut } from './end-command-lines.ts';
import { getStatus, listLogins } from './list-logins.ts';
import { pollLogin } from './poll-login.ts';
import { startLogin } from './start-login.ts';

const shown = {
  name: 'commandLine.logins',
  section: 'API keys',
  personal: 'command_line',
} as const;

const nothing = z.strictObject({});

export const commandLineRouter = router({
  startLogin: openProcedure('visit')
    .input(startLoginInput)
    .output(startedLogin)
    .mutation(({ ctx, input }) => startLogin(ctx, input)),

  pollLogin: openProcedure('visit')
    .input(pollInput)
    .output(polledLogin)
    .mutation(({ ctx, input }) => pollLogin(ctx, input.poll_token)),

  // This is a mutation, because each look at a code is counted.
  getLogin: memberProcedure('look_at_command_line')
    .input(codeInput)
    .output(pendingLogin)
    .mutation(({ ctx, input }) => getLogin(ctx, input.code)),

  confirmLogin: memberProcedure('confirm_command_line')
    .input(confirmInput)
    .output(ok)
    .mutation(({ ctx, input }) => confirmLogin(ctx, input)),

  refuseLogin: memberProcedure('look_at_command_line')
    .input(codeInput)
    .output(ok)
    .mutation(({ ctx, input }) => refuseLogin(ctx, input.code)),

  logins: teamProcedure('see_command_lines', shown)
    .input(nothing)
    .output(commandLines)
    .query(({ ctx }) => listLogins(ctx)),

  endLogin: teamProcedure('end_command_lines')
    .input(loginIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => endLogin(ctx, input.login_id)),

  status: commandLineProcedure('use_command_line')
    .input(nothing)
    .output(commandLineStatus)
    .query(({ ctx }) => getStatus(ctx)),

  logOut: commandLineProcedure('use_command_line')
    .input(nothing)
    .output(ok)
    .mutation(({ ctx }) => logOut(ctx)),

  resend: commandLineProcedure('use_command_line')
    .input(deliveryIdInput)
    .output(jsonOf(webhookDelivery))
    .mutation(({ ctx, input }) => retryDelivery(ctx, input.delivery_id)),

  logs: commandLineProcedure('use_command_line')
    .input(listRequestsInput)
    .output(requestPage)
    .query(({ ctx, input }) => listRequests(ctx, input)),

  events: commandLineProcedure('use_command_line')
    .input(listLatestInput)
    .output(jsonOf(eventFeed))
    .query(({ ctx, input }) => listLatest(ctx, input)),

  resendToListener: commandLineProcedure('use_command_line')
    .input(resendToListenerInput)
    .output(resentToListener)
    .mutation(({ ctx, input }) => resendToListener(ctx, input)),

  trigger: commandLineProcedure('use_command_line')
    .input(triggerInput)
    .output(triggered)
    .mutation(({ ctx, input }) => trigger(ctx, input)),

  outcome: commandLineProcedure('use_command_line')
    .input(outcomeInput)
    .output(printedOutcome)
    .query(async ({ ctx, input }) => {
      const { entries, events } = await getOutcome(ctx, input);
      return { entries: entries.map(({ action }) => ({ action })), events };
    }),

  passTime: commandLineProcedure('use_command_line')
    .input(passTimeInput)
    .output(passed)
    .mutation(({ ctx, input }) => passTime(ctx, input)),
});
