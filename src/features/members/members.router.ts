import { jsonOf, operation, router } from '../../trpc/operation.ts';
import { getMember } from './get-member.ts';
import { listMembers } from './list-members.ts';
import { listMembersInput, member, memberIdInput, memberPage } from './members.schema.ts';

const read = { scope: 'users:read', needsMemberDetail: false } as const;

export const membersRouter = router({
  list: operation(read, {
    method: 'GET',
    path: '/users',
    operationId: 'listMembers',
    tag: 'Members',
    summary: 'List members',
    errors: [],
  })
    .input(listMembersInput)
    .output(jsonOf(memberPage))
    .query(({ ctx, input }) => listMembers(ctx, input)),

  get: operation(read, {
    method: 'GET',
    path: '/users/{member_id}',
    operationId: 'getMember',
    tag: 'Members',
    summary: 'Get a member',
    errors: ['not_found'],
  })
    .input(memberIdInput)
    .output(jsonOf(member))
    .query(({ ctx, input }) => getMember(ctx, input.member_id)),
});
