import { Link } from '@tanstack/react-router';
import { useTexts } from '../../text/language.ts';
import { Icon } from '../../ui/icon.tsx';
import { deliveryTexts } from './delivery/texts.ts';

/** Leads from a pane to the page of what it shows, whose address people can send to others. */
export function OpenPage({ to }: { to: string }) {
  const t = useTexts(deliveryTexts);
  return (
    <Link className="inline-flex items-center gap-1 rounded-sm hover:text-ink" to={to}>
      <Icon name="external" size={14} />
      {t.openPage}
    </Link>
  );
}
