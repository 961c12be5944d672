import { useState } from 'react';
import type { Grace, ListedKey, NewKey } from '../../../features/api-keys/api-keys.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Radio } from '../../ui/check.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { keyTexts } from './texts.ts';

type Props = { apiKey: ListedKey; onClose: () => void; onMade: (key: NewKey) => void };

const graces: readonly Grace[] = ['0', '1h', '24h', '7d', '30d'];

export function RotateDialog({ apiKey, onClose, onMade }: Props) {
  const t = useTexts(keyTexts);
  const ui = useTexts(uiTexts);
  const [grace, setGrace] = useState<Grace>('24h');
  const rotate = useAction(client.apiKeys.rotate.mutate, (answer: NewKey) => {
    onClose();
    onMade(answer);
  });
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button
        isBusy={rotate.isBusy}
        look="primary"
        onClick={() => void rotate.run({ key_id: apiKey.key_id, grace })}
      >
        {t.rotate}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={onClose} size="sm" title={t.rotateTitle(apiKey.name)}>
      <fieldset className="grid gap-2.5">
        <legend className="mb-3 text-soft">{t.rotateMore}</legend>
        {graces.map((one) => (
          <Radio
            checked={one === grace}
            key={one}
            label={t.graces[one]}
            name="grace"
            onChange={() => setGrace(one)}
          />
        ))}
      </fieldset>
      <FailureNotice error={rotate.error} />
    </Dialog>
  );
}
