import { useTexts } from '../../text/language.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { DocsLink } from '../../ui/docs-link.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { endpointTexts } from './endpoints/texts.ts';
import { verifySnippet } from './verify-snippet.ts';

export type MadeSecret = { endpointId: string; secret: string };

/** Shows the secret and says what to do with it. No other place of the app shows it. */
export function SecretShown({ made, onClose }: { made: MadeSecret; onClose: () => void }) {
  const t = useTexts(endpointTexts);
  return (
    <SecretDialog onClose={onClose} secret={made.secret} title={t.secretTitle}>
      <p className="text-soft">{t.secretMore}</p>
      <div className="grid min-w-0 gap-1.5">
        <p className="text-sm font-medium">{t.verify}</p>
        <CopyLine text={verifySnippet} />
      </div>
      <p className="text-sm">
        {t.receiver} <DocsLink page={t.receiverPage}>{t.receiverGuide}</DocsLink>
      </p>
    </SecretDialog>
  );
}
