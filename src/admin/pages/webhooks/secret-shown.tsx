import { useTexts } from '../../text/language.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { receiverLine, verifySnippet } from './endpoints/curl-line.ts';
import { endpointTexts } from './endpoints/texts.ts';

export type MadeSecret = { endpointId: string; secret: string };

/** The only time that the secret is shown, with what to do with it. */
export function SecretShown({ made, onClose }: { made: MadeSecret; onClose: () => void }) {
  const t = useTexts(endpointTexts);
  return (
    <SecretDialog onClose={onClose} secret={made.secret} title={t.secretTitle}>
      <p className="text-soft">{t.secretMore}</p>
      <div className="grid min-w-0 gap-1.5">
        <p className="text-sm font-medium">{t.verify}</p>
        <CopyLine text={verifySnippet} />
      </div>
      <div className="grid min-w-0 gap-1.5">
        <p className="text-sm font-medium">{t.receiver}</p>
        <CopyLine text={receiverLine} />
      </div>
    </SecretDialog>
  );
}
