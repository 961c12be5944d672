import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { changePrivacy } from './change-privacy.ts';
import { changeTeam } from './change-team.ts';
import { getTeam } from './get-team.ts';
import { previewPrivacy } from './preview-privacy.ts';
import { privacyInput, privacyPreview } from './privacy.schema.ts';
import { changeTeamInput, ownTeam } from './team.schema.ts';

export const teamRouter = router({
  get: teamProcedure('see_team')
    .input(z.strictObject({}))
    .output(ownTeam)
    .query(({ ctx }) => getTeam(ctx)),

  change: teamProcedure('change_team')
    .input(changeTeamInput)
    .output(ownTeam)
    .mutation(({ ctx, input }) => changeTeam(ctx, input)),

  previewPrivacy: teamProcedure('preview_privacy')
    .input(privacyInput)
    .output(privacyPreview)
    .query(({ ctx, input }) => previewPrivacy(ctx, input)),

  changePrivacy: teamProcedure('change_privacy')
    .input(privacyInput)
    .output(ownTeam)
    .mutation(({ ctx, input }) => changePrivacy(ctx, input)),
});
