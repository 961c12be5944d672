import { z } from 'zod';
import { openProcedure, operation, personProcedure, router } from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { addPasskey, startRegistration } from '../passkeys/add-passkey.ts';
import { removePasskey, renamePasskey } from '../passkeys/change-passkey.ts';
import { listPasskeys } from '../passkeys/list-passkeys.ts';
import {
  newPasskeyInput,
  passkey,
  passkeyIdInput,
  passkeyList,
  renameInput,
  requestedRegistration,
} from '../passkeys/passkeys.schema.ts';
import { listSecurity } from '../security-log/list-security.ts';
import { securityLogInput, securityPage } from '../security-log/security-log.schema.ts';
import { acceptLink } from './accept-link.ts';
import { keyInUse, me } from './account.schema.ts';
import { changePassword } from './change-password.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { getOwnDataOverview } from './export-own-data.ts';
import { getLink } from './get-link.ts';
import { acceptLinkInput, linkContent, linkTokenInput, undoInput } from './link.schema.ts';
import { ownDataOverview } from './own-data.schema.ts';
import { changeProfileInput, emailOnlyInput, newPasswordInput, profile } from './profile.schema.ts';
import { changeProfile, getMe, getProfile } from './profile.ts';
import { removeOwnAccount } from './remove-account.ts';
import { requestEmailChange, requestReset } from './request-links.ts';
import { endSessionsByLink, undoEmailChange } from './undo-email-change.ts';

export const accountRouter = router({
  me: operation(
    { scope: null, needsMemberDetail: false, app: 'use_api_key' },
    {
      method: 'GET',
      path: '/me',
      operationId: 'getMe',
      sdk: 'me',
      tag: 'Account',
      summary: 'Get the key in use',
      description: keyInUse,
    },
  )
    .input(z.strictObject({}))
    .output(me)
    .query(({ ctx }) => getMe(ctx.actor)),

  getLink: openProcedure('visit')
    .input(linkTokenInput)
    .output(linkContent)
    // This is a mutation, because the input of a query is part of the URL, and URLs are logged.
    .mutation(({ ctx, input }) => getLink(ctx, input.token)),

  acceptLink: openProcedure('visit')
    .input(acceptLinkInput)
    .output(ok)
    .mutation(({ ctx, input }) => acceptLink(ctx, input)),

  passkeys: personProcedure('use_own_account')
    .input(z.strictObject({}))
    .output(passkeyList)
    .query(({ ctx }) => listPasskeys(ctx)),

  passkeyRegistration: personProcedure('change_own_access')
    .input(z.strictObject({}))
    .output(requestedRegistration)
    .mutation(({ ctx }) => startRegistration(ctx)),

  addPasskey: personProcedure('change_own_access')
    .input(newPasskeyInput)
    .output(passkey)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),

  renamePasskey: personProcedure('use_own_account')
    .input(renameInput)
    .output(ok)
    .mutation(({ ctx, input }) => renamePasskey(ctx, input)),

  removePasskey: personProcedure('change_own_access')
    .input(passkeyIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => removePasskey(ctx, input.passkey_id)),

  requestReset: openProcedure('visit')
    .input(emailOnlyInput)
    .output(ok)
    .mutation(({ ctx, input }) => requestReset(ctx, input.email)),

  confirmEmailChange: personProcedure('use_own_account')
    .input(linkTokenInput)
    .output(ok)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input.token)),

  undoEmailChange: openProcedure('visit')
    .input(undoInput)
    .output(ok)
    .mutation(({ ctx, input }) => undoEmailChange(ctx, input)),

  endSessionsByLink: openProcedure('visit')
    .input(linkTokenInput)
    .output(ok)
    .mutation(({ ctx, input }) => endSessionsByLink(ctx, input.token)),

  profile: personProcedure('use_own_account')
    .input(z.strictObject({}))
    .output(profile)
    .query(({ ctx }) => getProfile(ctx)),

  changeProfile: personProcedure('use_own_account')
    .input(changeProfileInput)
    .output(profile)
    .mutation(({ ctx, input }) => changeProfile(ctx, input)),

  changePassword: personProcedure('change_own_access')
    .input(newPasswordInput)
    .output(ok)
    .mutation(({ ctx, input }) => changePassword(ctx, input.password)),

  requestEmailChange: personProcedure('change_own_access')
    .input(emailOnlyInput)
    .output(ok)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input.email)),

  exportData: personProcedure('export_own_data')
    .input(z.strictObject({}))
    .output(ownDataOverview)
    .query(({ ctx }) => getOwnDataOverview(ctx)),

  remove: personProcedure('change_own_access')
    .input(z.strictObject({}))
    .output(ok)
    .mutation(({ ctx }) => removeOwnAccount(ctx)),

  securityLog: personProcedure('use_own_account')
    .input(securityLogInput)
    .output(securityPage)
    .query(({ ctx, input }) => listSecurity(ctx, input)),
});
