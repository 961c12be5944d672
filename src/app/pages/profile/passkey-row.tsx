import { useState } from 'react';
import type { Passkey } from '../../../features/passkeys/passkeys.schema.ts';
import { client, reload } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { late } from '../../ui/late.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { showToast } from '../../ui/toasts.tsx';
import { profileTexts } from './texts.ts';

const RenamePasskeyDialog = late(() =>
  import('./rename-passkey-dialog.tsx').then((part) => part.RenamePasskeyDialog),
);

export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const t = useTexts(profileTexts);
  const ui = useTexts(uiTexts);
  const [step, setStep] = useState<'rename' | 'remove' | null>(null);
  const close = () => setStep(null);
  const { name, last_used_at } = passkey;
  const remove = useOwnAction(client.account.removePasskey.mutate, async () => {
    await reload();
    showToast(t.passkeyRemoved);
  });
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-2 px-3 py-2">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex min-w-0 flex-wrap items-center gap-2 font-medium">
          <span className="break-words">{name}</span>
          {passkey.is_backed_up ? <Badge>{t.backedUp}</Badge> : null}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          <span>
            {t.added}: <Time at={passkey.created_at} />
          </span>
          <span>
            {t.lastUsed}: {last_used_at ? <Time at={last_used_at} /> : ui.never}
          </span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={`${t.rename}: ${name}`} onClick={() => setStep('rename')} size="sm">
          {t.rename}
        </Button>
        <Button aria-label={`${t.remove}: ${name}`} onClick={() => setStep('remove')} size="sm">
          {t.remove}
        </Button>
      </div>
      {step === 'rename' ? <RenamePasskeyDialog onClose={close} passkey={passkey} /> : null}
      {step === 'remove' ? (
        <Confirm
          action={remove}
          input={{ passkey_id: passkey.id }}
          onClose={close}
          title={t.removePasskeyTitle(name)}
          verb={t.remove}
        >
          <p>{t.removePasskeyMore}</p>
        </Confirm>
      ) : null}
    </li>
  );
}
