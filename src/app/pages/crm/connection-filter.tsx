import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { crmTexts } from './texts.ts';

type Props = { value: string | undefined; onChange: (connection: string) => void };

/** The connections by name, for those who may see them. */
export function ConnectionFilter({ value, onChange }: Props) {
  const t = useTexts(crmTexts);
  const maySee = useMay('see_crm_connections');
  const { data } = useQuery({ ...trpc.crm.connections.queryOptions({}), enabled: maySee });
  const options = (data?.data ?? []).map(({ id, name }) => [id, name] as const);
  const isElsewhere = value !== undefined && !options.some(([id]) => id === value);
  if (options.length < 2 && !value) return null;
  return (
    <FilterSelect
      any={t.anyConnection}
      label={t.connection}
      onChange={onChange}
      options={isElsewhere ? [...options, [value, value]] : options}
      value={value}
    />
  );
}
