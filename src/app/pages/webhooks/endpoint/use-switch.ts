import type { EndpointDetail } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTexts } from '../../../text/language.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { endpointPageTexts } from './texts.ts';

type Status = 'active' | 'disabled';

/** Switches an endpoint on or off. */
export function useSwitch({
  id,
  version,
  failing_since,
}: Pick<EndpointDetail, 'id' | 'version' | 'failing_since'>) {
  const t = useTexts(endpointPageTexts);
  const change = useAction(client.webhooks.changeEndpoint.mutate, (after, { status }) => {
    const { version } = after;
    // Switching on can bring deliveries, which undo cannot take back. So only switching off has an undo.
    const undo = () =>
      client.webhooks.changeEndpoint.mutate({ endpoint_id: id, status: 'active', version });
    // If the undo switched the endpoint on again, the time of its first failure would be lost.
    const canUndo = status !== 'active' && failing_since === null;
    showToast(status === 'active' ? t.activated : t.switchedOff, canUndo ? { undo } : {});
  });
  const run = (status: Status) => change.run({ endpoint_id: id, status, version });
  return { ...change, run };
}
