import { useQuery } from '@tanstack/react-query';
import type { DirectoryEntry } from '../../../features/members/directory.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useRemoval } from '../../api/use-action.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { nameOf } from './member-table.tsx';
import { memberTexts } from './texts.ts';

type Props = { member: DirectoryEntry; onClose: () => void; onDone: () => void };

/** Removes a member. Before the person confirms, it says what will happen, or why the member cannot be removed. */
export function RemoveDialog({ member, onClose, onDone }: Props) {
  const t = useTexts(memberTexts);
  const language = useLanguage();
  const input = { member_id: member.id };
  const name = nameOf(member, t.hidden);
  const { data: preview } = useQuery({
    ...trpc.members.removalPreview.queryOptions(input),
    staleTime: 0,
  });
  const remove = useRemoval(client.members.remove.mutate, () => {
    onDone();
    showToast(t.removed);
  });
  const number = (count: number) => numberText(count, language);
  return (
    <Confirm
      action={remove}
      input={input}
      isBlocked={!preview || preview.refused !== null}
      onClose={onClose}
      title={t.removeTitle(name)}
      verb={t.remove}
    >
      {preview ? <p>{t.removeMore}</p> : <Skeleton className="h-10 w-full" />}
      {preview?.assignments ? (
        <p>{t.removeAssignments(preview.assignments, number(preview.assignments))}</p>
      ) : null}
      {preview?.api_keys ? <p>{t.removeKeys(preview.api_keys, number(preview.api_keys))}</p> : null}
      {preview?.refused ? <Notice tone="warn">{t.refused[preview.refused]}</Notice> : null}
    </Confirm>
  );
}

export function WithdrawDialog({ member, onClose, onDone }: Props) {
  const t = useTexts(memberTexts);
  const withdraw = useRemoval(client.members.withdrawInvitation.mutate, () => {
    onDone();
    showToast(t.withdrawn);
  });
  return (
    <Confirm
      action={withdraw}
      input={{ member_id: member.id }}
      onClose={onClose}
      title={t.withdrawTitle(nameOf(member, t.hidden))}
      verb={t.withdraw}
    >
      <p>{t.withdrawMore}</p>
    </Confirm>
  );
}
