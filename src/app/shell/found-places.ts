import type { FoundKind, FoundThing } from '../../features/search/search.schema.ts';
import { at, type Place } from '../session/id-places.ts';
import type { IconName } from '../ui/icon.tsx';

type Look = { icon: IconName; at: (id: string, within: string) => Place };

/** How the palette shows what the server has found, and where it opens. */
const looks: Record<FoundKind, Look> = {
  person: { icon: 'person', at: at('/members') },
  key: { icon: 'key', at: at('/api-keys', 'key') },
  endpoint: { icon: 'webhook', at: at('/webhooks') },
  connection: { icon: 'plug', at: at('/crm') },
  assignment: { icon: 'assignment', at: at('/assignments', 'assignment') },
  training: { icon: 'training', at: at('/trainings') },
  case: { icon: 'case', at: at('/cases', 'case') },
  deal: { icon: 'crm', at: at('/crm/deals', 'deal') },
  catalog_entry: {
    icon: 'catalog',
    at: (_, within) => ({ path: '/catalog', search: `?list=${within}` }),
  },
  run: {
    icon: 'refresh',
    at: (id, within) => ({ path: `/crm/${within}`, search: `?run=${id}` }),
  },
  delivery: { icon: 'mail', at: at('/deliveries') },
  event: { icon: 'feed', at: at('/events') },
  own_assignment: { icon: 'assignment', at: at('/my/assignments', 'assignment') },
  own_training: { icon: 'training', at: at('/my/trainings', 'training') },
  own_case: { icon: 'case', at: at('/my/cases', 'case') },
};

export function placeOfFound({ kind, id, within }: FoundThing): Place {
  return looks[kind].at(id, within ?? '');
}

export function iconOfFound({ kind }: FoundThing): IconName {
  return looks[kind].icon;
}
