import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionSummary } from '../../../../features/crm/connections/connections.schema.ts';
import { trpc } from '../../../api/client.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { ConnectProvider } from '../connect/connect-provider.tsx';
import { connectTexts } from '../connect/texts.ts';
import { connectionPageTexts } from './texts.ts';

type Props = { connection: ConnectionSummary };

export function ReconnectButton({ connection, look }: Props & { look: 'primary' | 'plain' }) {
  const t = useTexts(connectionPageTexts);
  const mayConnect = useMay('connect_crm');
  const [isOpen, setIsOpen] = useState(false);
  if (!mayConnect) return null;
  return (
    <div>
      <Button look={look} onClick={() => setIsOpen(true)}>
        {t.reconnect}
      </Button>
      {isOpen ? <ReconnectDialog connection={connection} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

/** Gives a connection new credentials of the same account. */
export function ReconnectDialog({ connection, onClose }: Props & { onClose: () => void }) {
  const t = useTexts(connectTexts);
  const { data } = useQuery(trpc.crm.providers.queryOptions({}));
  const offered = data?.data.find(({ provider }) => provider === connection.provider);
  if (!offered) return null;
  return (
    <ConnectProvider
      again={connection}
      offered={offered}
      onClose={onClose}
      title={t.again(connection.name)}
    />
  );
}
