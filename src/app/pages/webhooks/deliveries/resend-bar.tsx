import type { FoundDelivery } from '../../../../features/webhooks/list-all-deliveries.schema.ts';
import { client } from '../../../api/client.ts';
import { countText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import type { GroupAction } from '../../../ui/select/group-actions.ts';
import type { Selection } from '../../../ui/select/selection.ts';
import { SelectionBar } from '../../../ui/select/selection-bar.tsx';
import { deliveryTexts } from '../delivery/texts.ts';
import { listTexts } from './texts.ts';

export function useResend(): GroupAction<FoundDelivery> {
  const t = useTexts(listTexts);
  const { retry } = useTexts(deliveryTexts);
  return {
    verb: retry,
    icon: 'refresh',
    look: 'primary',
    takes: ({ can_retry }) => can_retry,
    work: async ({ id }, options) => {
      await client.webhooks.retryDelivery.mutate({ delivery_id: id }, options);
      return null;
    },
    done: t.resent,
  };
}

/** Sends the selected deliveries again, and says which it leaves out. */
export function ResendBar({ selection }: { selection: Selection<FoundDelivery> }) {
  const t = useTexts(listTexts);
  const language = useLanguage();
  const left = selection.rows.filter(({ can_retry }) => !can_retry);
  const arrived = left.filter(({ status }) => status === 'ok').length;
  const notes = [
    arrived > 0 && t.arrived(countText(arrived, language)),
    left.length > arrived && t.underWay(countText(left.length - arrived, language)),
  ];
  return (
    <SelectionBar
      actions={[useResend()]}
      note={notes.filter(Boolean).join(', ')}
      selection={selection}
    />
  );
}
