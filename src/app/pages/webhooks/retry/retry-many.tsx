import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Actions } from '../../../ui/actions.tsx';
import { late } from '../../../ui/late.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { useDeliveryFilters } from '../deliveries/use-delivery-filters.ts';
import { retryTexts } from './texts.ts';

const RetryDialog = late(() => import('./retry-dialog.tsx').then((part) => part.RetryDialog));
const RetryProgressDialog = late(() =>
  import('./retry-progress-dialog.tsx').then((part) => part.RetryProgressDialog),
);

type Props = {
  endpointId?: string;
  /** Since when nothing has arrived at that endpoint. */
  failingSince?: string | null;
};

/** Retries the failed deliveries of the list. The address names the retry, so that a reload shows it again. */
export function RetryMany({ endpointId, failingSince = null }: Props) {
  const t = useTexts(retryTexts);
  const mayChange = useMay('change_webhooks');
  const [{ retry }, set] = useFilters(['retry'], { drawers: ['retry'] });
  const { filter, status, isFiltered } = useDeliveryFilters(endpointId);
  return (
    <>
      <Actions
        actions={[
          mayChange && { label: t.open, icon: 'refresh', run: () => set({ retry: 'new' }) },
        ]}
        id={endpointId}
      />
      {retry === 'new' && mayChange ? (
        <RetryDialog
          failingSince={failingSince}
          filter={filter}
          isFiltered={isFiltered}
          status={status}
          onStarted={(id) => set({ retry: id })}
          onClose={() => set({ retry: '' })}
        />
      ) : null}
      {retry && retry !== 'new' ? (
        <RetryProgressDialog id={retry} onClose={() => set({ retry: '' })} />
      ) : null}
    </>
  );
}
