import { useState } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Radio } from '../../../ui/check.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { connectionTexts } from '../connections/texts.ts';
import { providerNames } from '../provider-names.ts';
import { connectionPageTexts } from './texts.ts';

type Props = { connection: ConnectionDetail; onClose: () => void };

/** Ends a connection, and removes its data or keeps it. An ended connection can still lose its data. */
export function DisconnectDialog({ connection, onClose }: Props) {
  const t = useTexts(connectionPageTexts);
  const list = useTexts(connectionTexts);
  const language = useLanguage();
  const { id, name, state, provider } = connection;
  const isOver = state === 'ended';
  const [data, setData] = useState<'keep' | 'remove'>(isOver ? 'remove' : 'keep');
  const disconnect = useAction(client.crm.disconnect.mutate, (_, input) =>
    showToast(input.data === 'keep' ? t.disconnected : t.removing),
  );
  const counts = [
    list.deals(numberText(connection.deals, language)),
    list.objections(numberText(connection.objections, language)),
  ] as const;
  const hints = { keep: t.keepHint(...counts), remove: t.removeHint(...counts) };
  return (
    <Confirm
      action={disconnect}
      input={{ connection_id: id, data }}
      onClose={onClose}
      title={isOver ? t.removeTitle(name) : t.disconnectTitle(name)}
      verb={isOver ? t.removeData : t.disconnect}
      {...(data === 'remove' && { name })}
    >
      {isOver ? (
        <p>{hints.remove}</p>
      ) : (
        <>
          <p>
            {provider === 'demo'
              ? t.disconnectDemo
              : t.disconnectMore(providerNames[language][provider])}
          </p>
          <fieldset className="grid gap-2.5 pt-2">
            <legend className="pb-2 text-sm font-medium text-ink">{t.whatOfData}</legend>
            {(['keep', 'remove'] as const).map((one) => (
              <Radio
                checked={one === data}
                hint={hints[one]}
                key={one}
                label={<span className="text-ink">{t[one]}</span>}
                name="data"
                onChange={() => setData(one)}
              />
            ))}
          </fieldset>
        </>
      )}
    </Confirm>
  );
}
