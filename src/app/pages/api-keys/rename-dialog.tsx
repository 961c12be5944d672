import { useState } from 'react';
import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { client } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { useTexts } from '../../text/language.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { reloadKeys } from './reload-keys.ts';
import { keyTexts } from './texts.ts';

type Props = { apiKey: ListedKey; onClose: () => void };

export function RenameDialog({ apiKey, onClose }: Props) {
  const t = useTexts(keyTexts);
  const timeZone = useTimeZone();
  const { key_id } = apiKey;
  // The version that was seen, not the one that the page reads meanwhile.
  const [version, setVersion] = useState(apiKey.version);
  const rename = useAction(client.apiKeys.rename.mutate, async () => {
    await reloadKeys();
    showToast(t.renamed);
    onClose();
  });
  const overwrite = async (name: string) => {
    const now = await client.apiKeys.get.query({ key_id });
    setVersion(now.version);
    await rename.run({ key_id, name, version: now.version });
  };
  const stale = (name: string) => (
    <StaleDialog
      error={rename.error}
      fields={{ name: t.name }}
      onClose={rename.reset}
      onOverwrite={() => void overwrite(name)}
      onReload={() => void reloadKeys().then(onClose)}
      timeZone={timeZone}
    />
  );
  return (
    <NameDialog
      label={t.name}
      name={apiKey.name}
      onClose={onClose}
      refusal={codeOf(rename.error) === 'stale' ? stale : undefined}
      save={(name) => rename.orThrow({ key_id, name, version })}
      title={t.rename}
    />
  );
}
