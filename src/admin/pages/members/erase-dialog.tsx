import type { FormerMember } from '../../../features/members/erasure.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { formerTexts } from './former-texts.ts';
import { reloadMembers } from './reload-members.ts';

type Props = { member: FormerMember; onClose: () => void };

/** Asks for the name, because an erasure cannot be undone. */
export function EraseDialog({ member, onClose }: Props) {
  const t = useTexts(formerTexts);
  // While the team hides names, the id is what tells the person.
  const name = member.name ?? member.email ?? member.id;
  const erase = useAction(client.members.erase.mutate, async () => {
    await reloadMembers();
    showToast(t.asked);
  });
  return (
    <Confirm
      action={erase}
      input={{ member_id: member.id }}
      name={name}
      onClose={onClose}
      title={t.eraseOf(name)}
      verb={t.erase}
    >
      <p>{t.goes}</p>
      <p>{t.left}</p>
      <p>{t.stays}</p>
      <p className="font-medium text-ink">{t.forever}</p>
    </Confirm>
  );
}
