import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useActions } from '../../ui/open-actions.ts';
import { Pane } from '../../ui/pane.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CrmLink } from './crm-link.tsx';
import { DealDetails } from './deal-details.tsx';
import { crmTexts } from './texts.ts';
import type { FoundDeal } from './use-deals.ts';

type Props = {
  id: string;
  /** The deal from the list, shown until the deal itself is read. */
  seen: FoundDeal | undefined;
  onClose: () => void;
};

/** No id of a deal is longer. People may have typed the address by hand. */
const LONGEST_ID = 100;

/** One deal, even if the list has not loaded it. */
export function DealDrawer({ id, seen, onClose }: Props) {
  const t = useTexts(crmTexts);
  const input = { deal_id: [...id].slice(0, LONGEST_ID).join('') };
  const read = useQuery(trpc.crm.getDeal.queryOptions(input, { placeholderData: () => seen }));
  useActions(read.data?.id, []);
  if (codeOf(read.error) === 'not_found') return <Gone id={id} onClose={onClose} />;
  const { data: deal } = read;
  return (
    <Pane
      lead={deal?.url ? <CrmLink url={deal.url} /> : null}
      onClose={onClose}
      title={deal ? (deal.title ?? t.untitled) : t.deal}
    >
      {deal ? (
        <DealDetails deal={deal} />
      ) : (
        <NotLoaded read={read}>
          <div aria-busy="true">
            <Skeleton className="h-96 w-full" />
          </div>
        </NotLoaded>
      )}
    </Pane>
  );
}

function Gone({ id, onClose }: Pick<Props, 'id' | 'onClose'>) {
  const t = useTexts(crmTexts);
  return (
    <Pane onClose={onClose} title={t.gone}>
      <div className="grid gap-3 text-pretty">
        <p>{t.goneMore}</p>
        <p className="text-soft">{t.goneBack}</p>
        <p>
          <CopyableId id={id} />
        </p>
        <p>
          <Button onClick={onClose}>{t.allDeals}</Button>
        </p>
      </div>
    </Pane>
  );
}
