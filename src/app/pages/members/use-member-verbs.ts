import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { client } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { useAssign } from '../../team/assign/use-assign.tsx';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import type { Verb } from '../../ui/row-menu.tsx';
import { useRowVerbs } from '../../ui/select/group-actions.ts';
import { useSelection } from '../../ui/select/selection.ts';
import { nameOf } from './member-table.tsx';
import { memberTexts } from './texts.ts';

/** An exercise for a member. An invitation is sent again or withdrawn. */
export function useMemberVerbs(
  withdraw: (member: MemberInApp) => void,
): ((member: MemberInApp) => Verb[]) | undefined {
  const t = useTexts(memberTexts);
  const { assign: label } = useTexts(teamTexts);
  const assign = useAssign();
  const mayChange = useMay('change_members');
  const unselected = useSelection<MemberInApp>(undefined, (member) => nameOf(member, t.hidden));
  const inviteAgain = useRowVerbs(unselected, [
    {
      verb: t.again,
      icon: 'mail',
      takes: () => true,
      work: async ({ id }, options) => {
        await client.members.inviteAgain.mutate({ member_id: id }, options);
        return null;
      },
      done: () => t.againDone,
    },
  ]);
  if (!assign && !mayChange) return undefined;
  return (member) => {
    if (member.status === 'active') {
      return assign ? [{ label, icon: 'assignment', run: () => assign(member.id) }] : [];
    }
    if (!mayChange) return [];
    return [
      ...inviteAgain(member),
      { label: t.withdraw, icon: 'close', run: () => withdraw(member) },
    ];
  };
}
