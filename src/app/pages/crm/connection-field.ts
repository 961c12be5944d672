import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import type { FilterField } from '../../ui/filter/filter-fields.ts';
import { crmTexts } from './texts.ts';

/** The filter by connection, for those who may see connections. A team with one has nothing to choose. */
export function useConnectionFields(value: string | undefined): FilterField[] {
  const t = useTexts(crmTexts);
  const maySee = useMay('see_crm_connections');
  const { data } = useQuery({ ...trpc.crm.connections.queryOptions({}), enabled: maySee });
  const options = (data?.data ?? []).map(({ id, name }) => [id, name] as const);
  if (options.length < 2 && !value) return [];
  return [{ name: 'connection', label: t.connection, options }];
}
