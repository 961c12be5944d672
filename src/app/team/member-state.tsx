import type { MemberInApp } from '../../features/members/members-in-app.schema.ts';
import type { StateOf } from '../../shared/web/states.ts';
import { State } from '../ui/state.tsx';

function stateOf({ status, invitation }: MemberInApp): StateOf<'member'> {
  if (status === 'active') return 'active';
  return invitation?.expired ? 'expired' : 'invited';
}

export function MemberState({ member }: { member: MemberInApp }) {
  return <State is={stateOf(member)} noun="member" />;
}
