import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type {
  MemberInApp,
  RemovalPreview,
} from '../../../features/members/members-in-app.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useRemoval } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { inlineLinkClass } from '../../ui/link-class.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { nameOf } from './member-table.tsx';
import { membersPage } from './page.ts';
import { removalTexts } from './removal-texts.ts';
import { memberTexts } from './texts.ts';

type Props = { member: MemberInApp; onClose: () => void; onDone: () => void };

const usePreview = ({ id }: MemberInApp) =>
  useQuery({ ...trpc.members.removalPreview.queryOptions({ member_id: id }), staleTime: 0 }).data;

/** Removes a member. Before the person confirms, it says what will happen, or why the member cannot be removed. */
export function RemoveDialog({ member, onClose, onDone }: Props) {
  const t = useTexts(memberTexts);
  const texts = useTexts(removalTexts);
  const language = useLanguage();
  const preview = usePreview(member);
  const remove = useRemoval(client.members.remove.mutate, () => {
    onDone();
    showToast(texts.removed);
  });
  return (
    <Confirm
      action={remove}
      input={{ member_id: member.id }}
      isBlocked={!preview || preview.refused !== null}
      onClose={onClose}
      title={texts.removeTitle(nameOf(member, t.hidden))}
      verb={t.remove}
    >
      {preview ? <p>{texts.removeMore}</p> : <Skeleton className="h-10 w-full" />}
      <Revoked assignments={preview?.assignments} />
      {preview?.api_keys ? (
        <p>{texts.removeKeys(preview.api_keys, numberText(preview.api_keys, language))}</p>
      ) : null}
      {preview?.refused ? (
        <Notice tone="warn">{texts.refused[preview.refused]}</Notice>
      ) : (
        <Kept onLeave={onClose} />
      )}
    </Confirm>
  );
}

export function WithdrawDialog({ member, onClose, onDone }: Props) {
  const t = useTexts(memberTexts);
  const texts = useTexts(removalTexts);
  const preview = usePreview(member);
  const withdraw = useRemoval(client.members.withdrawInvitation.mutate, () => {
    onDone();
    showToast(texts.withdrawn);
  });
  return (
    <Confirm
      action={withdraw}
      input={{ member_id: member.id }}
      isBlocked={!preview}
      onClose={onClose}
      title={texts.withdrawTitle(nameOf(member, t.hidden))}
      verb={t.withdraw}
    >
      <p>{texts.withdrawMore}</p>
      <Revoked assignments={preview?.assignments} />
      <Kept onLeave={onClose} />
    </Confirm>
  );
}

/** The assignments that end with the membership, done ones too (D109). */
function Revoked({ assignments }: { assignments: RemovalPreview['assignments'] | undefined }) {
  const t = useTexts(removalTexts);
  const language = useLanguage();
  if (!assignments || assignments.all === 0) return null;
  const { all, done } = assignments;
  const [allText, doneText] = [numberText(all, language), numberText(done, language)];
  return (
    <p>{done === 0 ? t.revoked(all, allText) : t.revokedDone(all, allText, done, doneText)}</p>
  );
}

/** A removal erases nothing, so it says who can erase the data, and where. */
function Kept({ onLeave }: { onLeave: () => void }) {
  const t = useTexts(removalTexts);
  if (!useMay('see_former_members')) return <p>{t.keptUntilOwner}</p>;
  return (
    <p>
      {t.keptUntil}
      <Link
        className={inlineLinkClass}
        onClick={onLeave}
        search={{ view: 'former' } as never}
        to={membersPage.path}
      >
        {t.formerMembers}
      </Link>
      {t.erased}
    </p>
  );
}
