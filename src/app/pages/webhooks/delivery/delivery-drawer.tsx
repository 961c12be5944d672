import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../text/language.ts';
import { Icon } from '../../../ui/icon.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Pane } from '../../../ui/pane.tsx';
import { DeliveryActions, DeliveryView } from './delivery-view.tsx';
import { deliveryTexts } from './texts.ts';
import { useDelivery } from './use-delivery.ts';

/** A delivery beside the list in which it was found. */
export function DeliveryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(deliveryTexts);
  const read = useDelivery(id);
  const { data: delivery } = read;
  const page = (
    <Link
      className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
      to={`/deliveries/${id}`}
    >
      <Icon name="external" size={14} />
      {t.openPage}
    </Link>
  );
  return (
    <Pane
      footer={delivery ? <DeliveryActions delivery={delivery} /> : null}
      lead={page}
      onClose={onClose}
      title={delivery?.event.type ?? t.event}
    >
      {delivery ? <DeliveryView delivery={delivery} /> : null}
      <NotLoaded read={read} />
    </Pane>
  );
}
