import { Link } from '@tanstack/react-router';
import type { ConnectionSummary } from '../../../../features/crm/connections/connections.schema.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { connectionPageTexts } from './texts.ts';

/** Opens the dialog that connects the same CRM. With the same account, the ended connection begins again. */
export function ConnectAgainLink({ connection }: { connection: ConnectionSummary }) {
  const t = useTexts(connectionPageTexts);
  const mayConnect = useMay('connect_crm');
  if (!mayConnect) return null;
  return (
    <p className="pt-2">
      <Link
        className={buttonClass('plain')}
        search={{ new: connection.provider } as never}
        to="/crm"
      >
        {t.connectAgain}
      </Link>
    </p>
  );
}
