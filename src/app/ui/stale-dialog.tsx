import { useQuery } from '@tanstack/react-query';
import type { StaleField } from '../../shared/app-errors.ts';
import { trpc } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { dateTimeText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { CopyableId } from './copyable-id.tsx';
import { Dialog } from './dialog.tsx';
import { staleTexts } from './stale-texts.ts';

type Props = {
  error: unknown;
  timeZone: string;
  /** The names of the fields as the page shows them. */
  fields: Record<string, string>;
  /** Shows what others have saved. The person's own entries are lost. */
  onReload: () => void;
  /** Saves the person's own entries over those of others. Read the object again for its version. */
  onOverwrite: () => void;
  onClose: () => void;
};

/** Says that others have saved something since the page was read: what, who and when. */
export function StaleDialog({ error, timeZone, fields, ...answers }: Props) {
  const t = useTexts(staleTexts);
  const failure = failureOf(error);
  if (failure?.code !== 'stale') return null;
  const buttons = (
    <>
      <Button onClick={answers.onReload}>{t.reload}</Button>
      <Button look="primary" onClick={answers.onOverwrite}>
        {t.overwrite}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} lead={t.lead} onClose={answers.onClose} size="sm" title={t.title}>
      <ul className="grid gap-2">
        {(failure.changes ?? []).map((change) => (
          <li className="rounded-lg border border-line px-3 py-2" key={change.field}>
            <p className="font-medium">{fields[change.field] ?? change.field}</p>
            <ChangedBy change={change} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function ChangedBy({ change: { by, at }, timeZone }: { change: StaleField; timeZone: string }) {
  const t = useTexts(staleTexts);
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
