import { useQuery } from '@tanstack/react-query';
import type { StaleField } from '../../shared/app-errors.ts';
import { reload, trpc } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import type { Stale } from '../api/use-edit.ts';
import { useTimeZone } from '../session/time-zone.tsx';
import { dateTimeText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { CopyableId } from './copyable-id.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { staleTexts } from './stale-texts.ts';

type Props = {
  stale: Stale | null;
  /** The names of the fields as the page shows them. */
  fields: Record<string, string>;
  /** Shows what others have saved, which has been read by then; the person's own entries are gone. */
  onReload: () => unknown;
};

/** Others have saved something since the page was read: what, who and when. */
export function StaleDialog({ stale, fields, onReload }: Props) {
  const t = useTexts(staleTexts);
  if (!stale) return null;
  const showNew = async () => {
    await reload();
    await onReload();
    stale.close();
  };
  const buttons = (
    <>
      <Button onClick={() => void showNew()}>{t.reload}</Button>
      <Button look="primary" onClick={() => void stale.overwrite()}>
        {t.overwrite}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} lead={t.lead} onClose={stale.close} size="sm" title={t.title}>
      <ul className="grid gap-2">
        {(failureOf(stale.error)?.changes ?? []).map((change) => (
          <li className="rounded-lg border border-line px-3 py-2" key={change.field}>
            <p className="font-medium">{fields[change.field] ?? change.field}</p>
            <ChangedBy change={change} />
          </li>
        ))}
      </ul>
      <FailureNotice error={stale.failure} />
    </Dialog>
  );
}

function ChangedBy({ change: { by, at } }: { change: StaleField }) {
  const t = useTexts(staleTexts);
  const timeZone = useTimeZone();
  const language = useLanguage();
  const isUser = by?.kind === 'user';
  const member = useQuery({
    ...trpc.members.get.queryOptions({ member_id: by?.id ?? '' }),
    enabled: isUser,
    retry: false,
  });
  if (!by && !at) return <p className="text-sm text-soft">{t.unknown}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-soft">
      {by ? <span>{t.by[by.kind]}</span> : null}
      {by ? <CopyableId id={member.data?.email ?? by.id} /> : null}
      {at ? <time dateTime={at}>{dateTimeText(at, { language, timeZone })}</time> : null}
    </p>
  );
}
