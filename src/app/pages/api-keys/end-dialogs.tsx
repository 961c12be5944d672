import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { keyTexts } from './texts.ts';

type Props = { apiKey: ListedKey; onClose: () => void };

export function RevokeDialog({ apiKey, onClose }: Props) {
  const t = useTexts(keyTexts);
  const revoke = useAction(client.apiKeys.revoke.mutate, () => {
    showToast(t.revoked);
  });
  return (
    <Confirm
      action={revoke}
      input={{ key_id: apiKey.key_id }}
      name={apiKey.name}
      onClose={onClose}
      title={t.revokeTitle(apiKey.name)}
      verb={t.revoke}
    >
      <p>{t.revokeMore}</p>
    </Confirm>
  );
}

export function EndGraceDialog({ apiKey, onClose }: Props) {
  const t = useTexts(keyTexts);
  const end = useAction(client.apiKeys.endGrace.mutate, () => {
    showToast(t.ended);
  });
  return (
    <Confirm
      action={end}
      input={{ key_id: apiKey.key_id }}
      onClose={onClose}
      title={t.endGraceTitle(apiKey.name)}
      verb={t.endGrace}
    >
      <p>{t.endGraceMore}</p>
    </Confirm>
  );
}
