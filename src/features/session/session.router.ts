import { z } from 'zod';
import { openProcedure, personProcedure, router } from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { answeredChallenge, requestedAssertion } from '../passkeys/passkeys.schema.ts';
import { startAssertion } from '../passkeys/start-assertion.ts';
import { getCurrentSession } from './get-current-session.ts';
import { listSessions, revokeOtherSessions, revokeSession, signOut } from './own-sessions.ts';
import { provePassword, proveWithPasskey } from './prove-identity.ts';
import { switchTeam } from './rotate-session.ts';
import {
  currentSession,
  proveInput,
  revokedCount,
  sessionIdInput,
  sessionList,
  signInInput,
  switchTeamInput,
} from './session.schema.ts';
import { signIn, signInWithPasskey } from './sign-in.ts';

const nothing = z.strictObject({});

export const sessionRouter = router({
  current: openProcedure('visit')
    .input(nothing)
    .output(currentSession)
    .query(({ ctx }) => getCurrentSession(ctx)),

  signIn: openProcedure('visit')
    .input(signInInput)
    .output(ok)
    .mutation(({ ctx, input }) => signIn(ctx, input)),

  passkeyChallenge: openProcedure('visit')
    .input(nothing)
    .output(requestedAssertion)
    .mutation(({ ctx }) => startAssertion(ctx, { purpose: 'sign_in', personId: null })),

  signInWithPasskey: openProcedure('visit')
    .input(answeredChallenge)
    .output(ok)
    .mutation(({ ctx, input }) => signInWithPasskey(ctx, input)),

  signOut: personProcedure('use_own_account')
    .input(nothing)
    .output(ok)
    .mutation(({ ctx }) => signOut(ctx)),

  prove: personProcedure('use_own_account')
    .input(proveInput)
    .output(ok)
    .mutation(({ ctx, input }) => provePassword(ctx, input.password)),

  proveChallenge: personProcedure('use_own_account')
    .input(nothing)
    .output(requestedAssertion)
    .mutation(({ ctx }) =>
      startAssertion(ctx, { purpose: 'proof', personId: ctx.session.personId }),
    ),

  proveWithPasskey: personProcedure('use_own_account')
    .input(answeredChallenge)
    .output(ok)
    .mutation(({ ctx, input }) => proveWithPasskey(ctx, input)),

  switchTeam: personProcedure('use_own_account')
    .input(switchTeamInput)
    .output(ok)
    .mutation(({ ctx, input }) => switchTeam(ctx, input.tenant_id)),

  list: personProcedure('use_own_account')
    .input(nothing)
    .output(sessionList)
    .query(({ ctx }) => listSessions(ctx)),

  revoke: personProcedure('use_own_account')
    .input(sessionIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => revokeSession(ctx, input.session_id)),

  revokeOthers: personProcedure('use_own_account')
    .input(nothing)
    .output(revokedCount)
    .mutation(({ ctx }) => revokeOtherSessions(ctx)),
});
