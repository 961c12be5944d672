import { addMember, addMemberInput } from '../features/members/add-member.ts';
import { commaList } from '../shared/schema/from-text.ts';
import { command } from './command.ts';
import { optional, required, teamFlag } from './flags.ts';
import { inTeam } from './in-team.ts';

const { email, role, grants, lang } = addMemberInput.shape;

export const memberAdd = command({
  name: 'member add',
  summary: 'add a member who is active at once, without an invitation',
  result: '{member_id, user_id}',
  flags: {
    team: teamFlag,
    email: required('E', 'an e-mail address', email),
    role: optional('member|admin', 'member or admin (default member)', role.unwrap()),
    grant: optional(
      'schnittstellen',
      'a comma list of rights; there is one: schnittstellen',
      commaList(grants.unwrap()),
    ),
    lang: optional('de|en', 'the language of mails, de or en (default de)', lang.unwrap()),
  },
  run: (context, { team, grant, ...values }) =>
    inTeam(context, team, (call) => addMember(call, { ...values, grants: grant })),
});
