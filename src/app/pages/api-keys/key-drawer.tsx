import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedKey, NewKey } from '../../../features/api-keys/api-keys.schema.ts';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { Actions } from '../../ui/actions.tsx';
import { late } from '../../ui/late.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Pane } from '../../ui/pane.tsx';
import { EndGraceDialog, RevokeDialog } from './end-dialogs.tsx';
import { isRotatable } from './key-cells.tsx';
import { KeyDetails } from './key-details.tsx';
import { keyTexts } from './texts.ts';

const CreateKeyDialog = late(() =>
  import('./create-key-dialog.tsx').then((part) => part.CreateKeyDialog),
);
const RenameDialog = late(() => import('./rename-dialog.tsx').then((part) => part.RenameDialog));
const RotateDialog = late(() => import('./rotate-dialog.tsx').then((part) => part.RotateDialog));

/** With `isRotating`, a link has asked to rotate the key. */
type Props = {
  keyId: string;
  isRotating?: boolean;
  onRotated: () => void;
  onClose: () => void;
  onMade: (key: NewKey) => void;
};
type Step = 'rename' | 'duplicate' | 'rotate' | 'end' | 'revoke';

/** One key, with all that can be done with it. */
export function KeyDrawer({ keyId, isRotating = false, onRotated, onClose, onMade }: Props) {
  const t = useTexts(keyTexts);
  const read = useQuery(trpc.apiKeys.get.queryOptions({ key_id: keyId }));
  const { data: key } = read;
  const mayRotate = useMay('make_api_keys') && key !== undefined && isRotatable(key);
  const [opened, setStep] = useState<Step | null>(null);
  const step = opened ?? (isRotating && mayRotate ? 'rotate' : null);
  const done = () => {
    setStep(null);
    if (isRotating) onRotated();
  };
  return (
    <Pane
      footer={key ? <KeyActions apiKey={key} onStep={setStep} /> : null}
      onClose={onClose}
      title={key?.name ?? t.key}
    >
      {key ? <KeyDetails apiKey={key} /> : null}
      <NotLoaded read={read} />
      {key && step === 'rename' ? <RenameDialog apiKey={key} onClose={done} /> : null}
      {key && step === 'duplicate' ? (
        <CreateKeyDialog onClose={done} onMade={onMade} original={key} />
      ) : null}
      {key && step === 'rotate' ? (
        <RotateDialog apiKey={key} onClose={done} onMade={onMade} />
      ) : null}
      {key && step === 'end' ? <EndGraceDialog apiKey={key} onClose={done} /> : null}
      {key && step === 'revoke' ? <RevokeDialog apiKey={key} onClose={done} /> : null}
    </Pane>
  );
}

function KeyActions({ apiKey, onStep }: { apiKey: ListedKey; onStep: (step: Step) => void }) {
  const t = useTexts(keyTexts);
  const mayMake = useMay('make_api_keys');
  const { state } = apiKey;
  const isOver = state === 'revoked' || state === 'expired';
  const mayChange = useMay('change_api_keys') && !isOver;
  return (
    <Actions
      actions={[
        mayChange && {
          label: t.revoke,
          look: 'quiet',
          isDangerous: true,
          run: () => onStep('revoke'),
        },
        mayChange && { label: t.rename, letter: 'e', run: () => onStep('rename') },
        mayMake && { label: t.duplicate, run: () => onStep('duplicate') },
        mayChange && state === 'in_grace' && { label: t.endGrace, run: () => onStep('end') },
        mayChange &&
          state !== 'in_grace' && {
            label: t.rotate,
            icon: 'rotate',
            look: 'primary',
            run: () => onStep('rotate'),
          },
      ]}
      id={apiKey.key_id}
    />
  );
}
