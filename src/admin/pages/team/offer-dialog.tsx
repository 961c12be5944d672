import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { SelectField } from '../../ui/field.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { teamTexts } from './texts.ts';

export function OfferDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(teamTexts);
  const [memberId, setMemberId] = useState('');
  const { data } = useQuery(
    trpc.members.directory.queryOptions({ status: 'active', limit: '200' }),
  );
  const others = (data?.data ?? []).filter(({ is_me }) => !is_me);
  const offer = useAction(client.team.offerOwnership.mutate, async () => {
    await queryClient.invalidateQueries(trpc.team.pathFilter());
    showToast(t.offered);
  });
  return (
    <Confirm
      action={offer}
      input={{ member_id: memberId }}
      isBlocked={memberId === ''}
      onClose={onClose}
      title={t.offerTitle}
      verb={t.offer}
    >
      <p>{t.offerMore}</p>
      {data && others.length === 0 ? <p>{t.nobody}</p> : null}
      <SelectField
        label={t.offerTo}
        onChange={({ target }) => setMemberId(target.value)}
        value={memberId}
      >
        <option value="">{t.choose}</option>
        {others.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {[name, email].filter(Boolean).join(' · ') || id}
          </option>
        ))}
      </SelectField>
    </Confirm>
  );
}
