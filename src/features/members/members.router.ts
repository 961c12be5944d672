import { INVITATIONS_PER_HOUR } from '../../auth/rate-limits.ts';
import {
  editableJsonOf,
  editOf,
  inputWith,
  jsonOf,
  operation,
  router,
} from '../../operation/procedure.ts';
import { docText } from '../../shared/schema/doc-text.ts';
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
    summary: docText({ en: 'List members', de: 'Mitglieder auflisten' }),
    description: docText({
      en: 'Active and invited members and the owner, newest first.',
      de: 'Aktive und eingeladene Mitglieder und die Inhaberin oder der Inhaber, die neuesten zuerst.',
    }),
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
    summary: docText({ en: 'Get a member', de: 'Ein Mitglied lesen' }),
    description: docText({
      en: 'Active or invited, or the owner. A removed member is not found.',
      de: 'Aktiv oder eingeladen, oder die Inhaberin oder der Inhaber. Ein entferntes Mitglied wird nicht gefunden.',
    }),
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
      summary: docText({ en: 'Invite a member', de: 'Ein Mitglied einladen' }),
      description: docText({
        en: `The invitation takes a seat at once, and raises \`member.joined\` at once: there is no second event when it is accepted. A team can send at most ${INVITATIONS_PER_HOUR} an hour. The role \`admin\` needs a key created by the owner or by an active admin.`,
        de: `Die Einladung belegt sofort einen Platz und löst sofort \`member.joined\` aus: Wenn sie angenommen wird, kommt kein zweites Ereignis. Ein Team kann höchstens ${INVITATIONS_PER_HOUR} pro Stunde senden. Die Rolle \`admin\` braucht einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.`,
      }),
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
      summary: docText({ en: "Change a member's role", de: 'Die Rolle eines Mitglieds ändern' }),
      description: docText({
        en: 'The role `admin` needs a key created by the owner or by an active admin, to give it as well as to take it.',
        de: 'Um die Rolle `admin` zu vergeben oder zu entziehen, brauchen Sie einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
      }),
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
    summary: docText({ en: 'Remove a member', de: 'Ein Mitglied entfernen' }),
    description: docText({
      en: 'Ends the membership, or withdraws the invitation. The assignments of the member are revoked, and the seat is free at once. Trainings and evaluations of the member are shown no more, not even when the person is invited again: that begins a new membership. Team cases stay. To remove an admin needs a key created by the owner or by an active admin.',
      de: 'Beendet die Mitgliedschaft oder zieht die Einladung zurück. Die Aufgaben des Mitglieds werden widerrufen, und der Platz ist sofort frei. Trainings und Bewertungen des Mitglieds werden nicht mehr gezeigt, auch nicht, wenn die Person wieder eingeladen wird: Damit beginnt eine neue Mitgliedschaft. Team-Fälle bleiben. Um einen Admin zu entfernen, brauchen Sie einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
    }),
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
      summary: docText({ en: 'List erasures', de: 'Löschungen auflisten' }),
      description: docText({
        en: 'The former members whose data were erased in the last year, the latest erasure first. Delete what you have stored of them: a request to the service no longer finds it. The texts of others that named such a person have changed too, without a new time. `member.erased` tells of an erasure at once.',
        de: 'Die ehemaligen Mitglieder, deren Daten im letzten Jahr gelöscht wurden, die jüngste Löschung zuerst. Löschen Sie, was Sie von ihnen gespeichert haben: Anfragen an den Dienst finden es nicht mehr. Auch Texte anderer, die eine solche Person nannten, haben sich geändert, ohne neue Zeit. `member.erased` meldet eine Löschung sofort.',
      }),
    },
  )
    .input(listErasedInput)
    .output(jsonOf(erasurePage))
    .query(({ ctx, input }) => listErased(ctx, input)),
});
