import type { NewKey, RotatedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dateTimeText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { exportLines } from '../../text/rest-command.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { TryRequest } from '../../ui/try-request.tsx';
import { SandboxBadge } from './key-cells.tsx';
import { keyTexts } from './texts.ts';

/** Needs the variables that `exportLines` sets. */
const FIRST_REQUEST = `curl "$API/me" -H "Authorization: Bearer $KEY"`;

type Props = { answer: NewKey | RotatedKey; onClose: () => void };

/** Shows the key itself. No other place of the app shows it. */
export function MadeKeyDialog({ answer, onClose }: Props) {
  const t = useTexts(keyTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const rotated = 'old_key_valid_until' in answer ? answer : null;
  return (
    <SecretDialog
      line={{ label: t.secretSet, textWith: exportLines }}
      mark={<SandboxBadge />}
      onClose={onClose}
      secret={answer.key}
      title={t.secretTitle}
    >
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">{t.secretTry}</p>
        <CopyLine text={FIRST_REQUEST} />
        <TryRequest apiKey={answer.key} />
      </div>
      {rotated ? (
        <p className="text-soft">
          {t.oldUntil(dateTimeText(rotated.old_key_valid_until, { language, timeZone }))}{' '}
          {rotated.expiry_inherited && rotated.expires_at ? t.inherited : ''}
        </p>
      ) : null}
    </SecretDialog>
  );
}
