import { useTexts } from '../../../text/language.ts';
import { DeliveryStatus } from '../../../thread/delivery-status.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Pane } from '../../../ui/pane.tsx';
import { OpenPage } from '../open-page.tsx';
import { DeliveryActions, DeliveryView } from './delivery-view.tsx';
import { deliveryTexts } from './texts.ts';
import { useDelivery } from './use-delivery.ts';

/** A delivery beside the list in which it was found. */
export function DeliveryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(deliveryTexts);
  const read = useDelivery(id);
  const { data: delivery } = read;
  return (
    <Pane
      footer={delivery ? <DeliveryActions delivery={delivery} /> : null}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {delivery ? <DeliveryStatus {...delivery} /> : null}
          <OpenPage to={`/deliveries/${id}`} />
        </span>
      }
      onClose={onClose}
      title={delivery?.event.type ?? t.event}
    >
      {delivery ? <DeliveryView delivery={delivery} /> : null}
      <NotLoaded read={read} />
    </Pane>
  );
}
