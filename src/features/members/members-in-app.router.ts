import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { acceptForTrial } from './accept-for-trial.ts';
import { eraseMember, previewErasure } from './erase-member.ts';
import {
  eraseMemberInput,
  erasurePreview,
  formerMemberPage,
  formerMembersInput,
  memberErasure,
} from './erasure.schema.ts';
import { erasureNews } from './erasure-news.schema.ts';
import { getErasureNews } from './find-erasure-news.ts';
import { inviteAgain } from './invite-again.ts';
import { invitationResults, inviteManyInput } from './invite-many.schema.ts';
import { inviteMany } from './invite-many.ts';
import { listFormerMembers } from './list-former-members.ts';
import { listRoles } from './list-roles.ts';
import { memberIdInput } from './members.schema.ts';
import { memberRights, removalPreview, roles, setRightsInput } from './members-in-app.schema.ts';
import { previewRemoval } from './preview-removal.ts';
import { withdrawInvitation } from './remove-member.ts';
import { setRights } from './set-rights.ts';

/** The procedures about members that only the app has. */
export const membersInAppRouter = router({
  roles: teamProcedure('see_members')
    .input(z.strictObject({}))
    .output(roles)
    .query(({ ctx }) => listRoles(ctx)),

  inviteMany: teamProcedure('invite_members', { sends: true })
    .input(inviteManyInput)
    .output(invitationResults)
    .mutation(({ ctx, input }) => inviteMany(ctx, input)),

  inviteAgain: teamProcedure('invite_members', { sends: true })
    .input(memberIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => inviteAgain(ctx, input.member_id)),

  acceptForTrial: teamProcedure('invite_members')
    .input(memberIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => acceptForTrial(ctx, input.member_id)),

  withdrawInvitation: teamProcedure('invite_members')
    .input(memberIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx, input.member_id)),

  removalPreview: teamProcedure('see_members', {
    name: 'members.removalPreview',
    section: 'Members',
    personal: 'removal',
  })
    .input(memberIdInput)
    .output(removalPreview)
    .query(({ ctx, input }) => previewRemoval(ctx, input.member_id)),

  setRights: teamProcedure('grant_rights')
    .input(setRightsInput)
    .output(memberRights)
    .mutation(({ ctx, input }) => setRights(ctx, input)),

  former: teamProcedure('see_former_members', {
    name: 'members.former',
    section: 'Members',
    personal: 'former_member',
  })
    .input(formerMembersInput)
    .output(formerMemberPage)
    .query(({ ctx, input }) => listFormerMembers(ctx, input)),

  erasurePreview: teamProcedure('see_former_members', {
    name: 'members.erasurePreview',
    section: 'Members',
    personal: 'erased_name',
  })
    .input(memberIdInput)
    .output(erasurePreview)
    .query(({ ctx, input }) => previewErasure(ctx, input.member_id)),

  erasureNews: teamProcedure('see_former_members')
    .input(memberIdInput)
    .output(erasureNews)
    .query(({ ctx, input }) => getErasureNews(ctx, input.member_id)),

  erase: teamProcedure('erase_members')
    .input(eraseMemberInput)
    .output(memberErasure)
    .mutation(({ ctx, input }) => eraseMember(ctx, input)),
});
