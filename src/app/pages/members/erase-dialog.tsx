import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormerMember } from '../../../features/members/erasure.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { ErasedNames } from './erased-names.tsx';
import { formerTexts } from './former-texts.ts';

type Props = { member: FormerMember; onClose: () => void };

/** Erases a former member. It asks for the name, because nobody can undo an erasure. */
export function EraseDialog({ member, onClose }: Props) {
  const t = useTexts(formerTexts);
  // While the team hides names, the id says who it is.
  const name = member.name ?? member.email ?? member.id;
  const { data: preview } = useQuery({
    ...trpc.members.erasurePreview.queryOptions({ member_id: member.id }),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<string[]>();
  // An erasure also looks for the name in texts. A name that a colleague shares may mean the colleague.
  const shared = preview?.names.filter(({ is_shared }) => is_shared) ?? [];
  const leave = chosen ?? shared.map(({ since }) => since);
  const erase = useAction(client.members.erase.mutate, () => {
    showToast(t.asked);
  });
  return (
    <Confirm
      action={erase}
      input={{ member_id: member.id, leave }}
      isBlocked={!preview}
      name={name}
      onClose={onClose}
      title={t.eraseOf(name)}
      verb={t.erase}
    >
      <p>{t.goes}</p>
      {preview ? (
        <ErasedNames leave={leave} names={preview.names} onLeave={setChosen} />
      ) : (
        <Skeleton className="h-10 w-full" />
      )}
      <p>{t.left}</p>
      <p>{t.stays}</p>
      <p className="font-medium text-ink">{t.forever}</p>
    </Confirm>
  );
}
