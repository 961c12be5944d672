import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import type { FilterField, FilterOption } from '../../ui/filter/filter-fields.ts';
import { auditTexts } from './texts.ts';

/**
 * Offers the people and keys that can change things today. To choose a former one, a person opens one of its entries.
 */
export function useActorField(): FilterField {
  const t = useTexts(auditTexts);
  const others = (['system', 'operator'] as const).map((kind) => [kind, t.kinds[kind]] as const);
  const options = [...usePeople(), ...useKeys(), ...others];
  return {
    name: 'actor',
    word: 'by',
    label: t.actor,
    options,
    read: (text) => (/^(usr|svck)_\w+$/.test(text) ? text : undefined),
  };
}

/** The owner and the admins. */
function usePeople(): FilterOption[] {
  const t = useTexts(auditTexts);
  const ask = { staleTime: 60_000 };
  const limit = '200';
  const owner = useQuery(trpc.members.directory.queryOptions({ role: 'owner', limit }, ask));
  const admins = useQuery(
    trpc.members.directory.queryOptions({ role: 'admin', status: 'active', limit }, ask),
  );
  return [...(owner.data?.data ?? []), ...(admins.data?.data ?? [])].map(
    ({ id, is_me, name, email }) => [id, is_me ? t.me : (name ?? email ?? id)],
  );
}

/** An entry names a key by its prefix. */
function useKeys(): FilterOption[] {
  const mayAsk = useMay('see_api_keys');
  const { data } = useQuery({
    ...trpc.apiKeys.list.queryOptions({ limit: '200' }, { staleTime: 60_000 }),
    enabled: mayAsk,
  });
  return (data?.data ?? []).map(({ name, key_prefix }) => [key_prefix, `${name} · ${key_prefix}…`]);
}
