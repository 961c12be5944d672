import { useTexts } from '../../text/language.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { DocsLink } from '../../ui/docs-link.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { endpointTexts } from './endpoints/texts.ts';

/** A short form of the code in the guide on webhooks. */
const verifySnippet = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the raw bytes (a Buffer), before anything parses them
export function isGenuine(body, header, secret) {
  const pairs = header.split(',').map((one) => one.split('=', 2));
  const { t = '', v1 = '' } = Object.fromEntries(pairs);
  const given = Buffer.from(v1, 'hex');
  const mac = createHmac('sha256', secret).update(t + '.');
  const expected = mac.update(body).digest();
  const isRecent = Date.now() / 1000 - Number(t) <= 300;
  const isWhole = given.length === expected.length;
  return isRecent && isWhole && timingSafeEqual(given, expected);
}`;

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
