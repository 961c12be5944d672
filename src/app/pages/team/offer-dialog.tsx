import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { MemberSelect } from '../../team/member-select.tsx';
import { useTexts } from '../../text/language.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { teamPageTexts } from './texts.ts';

export function OfferDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(teamPageTexts);
  const [memberId, setMemberId] = useState('');
  const offer = useAction(client.team.offerOwnership.mutate, () => {
    showToast(t.offered);
  });
  return (
    <Confirm
      action={offer}
      input={{ member_id: memberId }}
      isBlocked={memberId === ''}
      onClose={onClose}
      title={t.offer}
      verb={t.offer}
    >
      <p>{t.offerMore}</p>
      <MemberSelect
        isField
        label={t.offerTo}
        nobody={t.choose}
        onChange={setMemberId}
        onlyOthers
        value={memberId}
      />
    </Confirm>
  );
}
