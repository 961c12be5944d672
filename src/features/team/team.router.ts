import { z } from 'zod';
import { personProcedure, router, teamProcedure } from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { joinTeam } from '../account/join-team.ts';
import { linkTokenInput } from '../account/link.schema.ts';
import { changePrivacy, previewPrivacy } from './change-privacy.ts';
import { changeTeam } from './change-team.ts';
import { getTeam } from './get-team.ts';
import { acceptOwnership, offerOwnership, withdrawOwnership } from './ownership.ts';
import { privacyInput, privacyPreview } from './privacy.schema.ts';
import {
  changeTeamInput,
  exportAddress,
  exportListInput,
  offerOwnershipInput,
  ownTeam,
} from './team.schema.ts';

export const teamRouter = router({
  get: teamProcedure('see_team')
    .input(z.strictObject({}))
    .output(ownTeam)
    .query(({ ctx }) => getTeam(ctx)),

  change: teamProcedure('change_team')
    .input(changeTeamInput)
    .output(ownTeam)
    .mutation(({ ctx, input }) => changeTeam(ctx, input)),

  exportList: teamProcedure('export_lists')
    .input(exportListInput)
    .output(exportAddress)
    .query(({ input }) => ({ url: `/app/export/${input.list}` as const })),

  previewPrivacy: teamProcedure('preview_privacy')
    .input(privacyInput)
    .output(privacyPreview)
    .query(({ ctx, input }) => previewPrivacy(ctx, input)),

  changePrivacy: teamProcedure('change_privacy')
    .input(privacyInput)
    .output(ownTeam)
    .mutation(({ ctx, input }) => changePrivacy(ctx, input)),

  offerOwnership: teamProcedure('offer_ownership')
    .input(offerOwnershipInput)
    .output(ok)
    .mutation(({ ctx, input }) => offerOwnership(ctx, input.member_id)),

  withdrawOwnership: teamProcedure('withdraw_ownership')
    .input(z.strictObject({}))
    .output(ok)
    .mutation(({ ctx }) => withdrawOwnership(ctx)),

  acceptOwnership: teamProcedure('accept_ownership')
    .input(z.strictObject({}))
    .output(ok)
    .mutation(({ ctx }) => acceptOwnership(ctx)),

  acceptInvitation: personProcedure('use_own_account')
    .input(linkTokenInput)
    .output(ok)
    .mutation(({ ctx, input }) => joinTeam(ctx, input.token)),
});
