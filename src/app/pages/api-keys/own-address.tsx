import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { rangesIn } from './create-key-form.ts';
import { keyTexts } from './texts.ts';

type Props = { ranges: string; onChange: (ranges: string) => void };

/** Adds the person's own address to the list. The service says which address it sees. */
export function OwnAddress({ ranges, onChange }: Props) {
  const t = useTexts(keyTexts);
  const { data } = useQuery(trpc.apiKeys.callerAddress.queryOptions({}));
  if (!data?.range) return null;
  const { range } = data;
  const isListed = rangesIn(ranges).some((one) => one === range || one === data.ip);
  if (isListed) return <p className="text-sm text-soft">{t.hasOwnAddress(range)}</p>;
  return (
    <div>
      <Button
        icon="plus"
        onClick={() => onChange([...rangesIn(ranges), range].join('\n'))}
        size="sm"
      >
        {t.addOwnAddress(range)}
      </Button>
    </div>
  );
}
