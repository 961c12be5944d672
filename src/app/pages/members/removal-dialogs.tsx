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
import { removalTexts } from './removal-texts.ts';
import { memberTexts } from './texts.ts';

type Props = { member: DirectoryEntry; onClose: () => void; onDone: () => void };

/** Removes a member. Before the person confirms, it says what will happen, or why the member cannot be removed. */
export function RemoveDialog({ member, onClose, onDone }: Props) {
  const t = useTexts(memberTexts);
  const texts = useTexts(removalTexts);
  const language = useLanguage();
  const input = { member_id: member.id };
  const name = nameOf(member, t.hidden);
  const { data: preview } = useQuery({
    ...trpc.members.removalPreview.queryOptions(input),
    staleTime: 0,
  });
  const remove = useRemoval(client.members.remove.mutate, () => {
    onDone();
    showToast(texts.removed);
  });
  const number = (count: number) => numberText(count, language);
  return (
    <Confirm
      action={remove}
      input={input}
      isBlocked={!preview || preview.refused !== null}
      onClose={onClose}
      title={texts.removeTitle(name)}
      verb={t.remove}
    >
      {preview ? <p>{texts.removeMore}</p> : <Skeleton className="h-10 w-full" />}
      {preview?.assignments ? (
        <p>{texts.removeAssignments(preview.assignments, number(preview.assignments))}</p>
      ) : null}
      {preview?.api_keys ? (
        <p>{texts.removeKeys(preview.api_keys, number(preview.api_keys))}</p>
      ) : null}
      {preview?.refused ? <Notice tone="warn">{texts.refused[preview.refused]}</Notice> : null}
    </Confirm>
  );
}

export function WithdrawDialog({ member, onClose, onDone }: Props) {
  const t = useTexts(memberTexts);
  const texts = useTexts(removalTexts);
  const withdraw = useRemoval(client.members.withdrawInvitation.mutate, () => {
    onDone();
    showToast(texts.withdrawn);
  });
  return (
    <Confirm
      action={withdraw}
      input={{ member_id: member.id }}
      onClose={onClose}
      title={texts.withdrawTitle(nameOf(member, t.hidden))}
      verb={t.withdraw}
    >
      <p>{texts.withdrawMore}</p>
    </Confirm>
  );
}
