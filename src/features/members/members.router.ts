import { INVITATIONS_PER_HOUR } from '../../auth/rate-limits.ts';
import {
  editableJsonOf,
  editOf,
  inputWith,
  jsonOf,
  operation,
  router,
} from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { changeRole } from './change-role.ts';
import { erasurePage, listErasedInput } from './erased.schema.ts';
import { inviteMember } from './invite-member.ts';
import { listErased } from './list-erased.ts';
import { getMember, listMembers } from './list-members.ts';
import {
  changeRoleInput,
  inviteMemberInput,
  listMembersInput,
  member,
  memberEdits,
  memberIdInput,
  memberPage,
} from './members.schema.ts';
import { listMembersInApp, memberPageInApp } from './members-in-app.schema.ts';
import { removeMember } from './remove-member.ts';

const personal = 'member';
const write = { scope: 'users:write', needsMemberDetail: false, app: 'change_members' } as const;
const read = {
  scope: 'users:read',
  needsMemberDetail: false,
  personal,
  app: 'see_members',
} as const;

export const membersRouter = router({
  list: operation(read, {
    method: 'GET',
    path: '/users',
    operationId: 'listMembers',
    sdk: 'users.list',
    tag: 'Members',
    summary: 'List members',
    description: 'Active and invited members and the owner, newest first.',
    inApp: { name: 'members.list', personal: 'member_in_app', input: listMembersInApp },
  })
    .input(inputWith(listMembersInput, listMembersInApp))
    .output(jsonOf(memberPage, memberPageInApp))
    .query(({ ctx, input }) => listMembers(ctx, { ...input, ...ctx.inApp }, ctx.visit)),

  get: operation(read, {
    method: 'GET',
    path: '/users/{member_id}',
    operationId: 'getMember',
    sdk: 'users.get',
    tag: 'Members',
    summary: 'Get a member',
    description: 'Active or invited, or the owner. A removed member is not found.',
    errors: ['not_found'],
  })
    .input(memberIdInput)
    .output(editableJsonOf(member))
    .query(async ({ ctx, input }) => (await getMember(ctx, input.member_id)).edits(memberEdits)),

  invite: operation(
    { ...write, personal, app: 'invite_members' },
    {
      method: 'POST',
      path: '/users',
      operationId: 'inviteMember',
      sdk: 'users.invite',
      tag: 'Members',
      summary: 'Invite a member',
      description: `The invitation takes a seat at once, and raises \`member.joined\` at once: there is no second event when it is accepted. A team can send at most ${INVITATIONS_PER_HOUR} an hour. The role \`admin\` needs a key created by the owner or by an active admin.`,
      status: 201,
      createdAt: '/users',
      errors: ['conflict', 'seat_limit_reached'],
      sends: true,
    },
  )
    .input(inviteMemberInput)
    .output(editableJsonOf(member))
    .mutation(async ({ ctx, input }) => (await inviteMember(ctx, input)).edits(memberEdits)),

  changeRole: operation(
    { ...write, personal },
    {
      method: 'PATCH',
      path: '/users/{member_id}',
      operationId: 'changeMemberRole',
      sdk: 'users.update',
      tag: 'Members',
      summary: "Change a member's role",
      description:
        'The role `admin` needs a key created by the owner or by an active admin, to give it as well as to take it.',
      errors: ['not_found', 'owner', 'last_admin'],
    },
  )
    .input(editOf(changeRoleInput))
    .output(editableJsonOf(member))
    .mutation(async ({ ctx, input }) =>
      (await changeRole(ctx, input, ctx.inApp?.version)).edits(memberEdits),
    ),

  remove: operation(write, {
    method: 'DELETE',
    path: '/users/{member_id}',
    operationId: 'removeMember',
    sdk: 'users.remove',
    tag: 'Members',
    summary: 'Remove a member',
    description:
      'Ends the membership, or withdraws the invitation. The assignments of the member are revoked, and the seat is free at once. Trainings and evaluations of the member are shown no more, not even when the person is invited again: that begins a new membership. Team cases stay. To remove an admin needs a key created by the owner or by an active admin.',
    errors: ['not_found', 'owner', 'last_admin'],
  })
    .input(memberIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeMember(ctx, input.member_id)),

  erased: operation(
    { scope: 'users:read', needsMemberDetail: false, app: 'see_members' },
    {
      method: 'GET',
      path: '/erasures',
      operationId: 'listErasures',
      sdk: 'erasures.list',
      tag: 'Members',
      summary: 'List erasures',
      description:
        'The former members whose data were erased in the last year, the latest erasure first. Delete what you have stored of them: a request to the service no longer finds it. The texts of others that named such a person have changed too, without a new time. `member.erased` tells of an erasure at once.',
    },
  )
    .input(listErasedInput)
    .output(jsonOf(erasurePage))
    .query(({ ctx, input }) => listErased(ctx, input)),
});
