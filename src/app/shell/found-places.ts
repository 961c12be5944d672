import type { FoundKind, FoundThing } from '../../features/search/search.schema.ts';
import type { Place } from '../session/id-places.ts';
import type { IconName } from '../ui/icon.tsx';

type Look = { icon: IconName; at: (id: string, within: string) => Place };

const drawer =
  (path: string, name: string) =>
  (id: string): Place => ({ path, search: `?${name}=${id}` });

/** How the palette shows what the server has found, and where it opens. */
const looks: Record<FoundKind, Look> = {
  person: { icon: 'person', at: (id) => ({ path: `/members/${id}` }) },
  key: { icon: 'key', at: drawer('/api-keys', 'key') },
  endpoint: { icon: 'webhook', at: (id) => ({ path: `/webhooks/${id}` }) },
  connection: { icon: 'plug', at: (id) => ({ path: `/crm/${id}` }) },
  assignment: { icon: 'assignment', at: drawer('/assignments', 'assignment') },
  training: { icon: 'training', at: (id) => ({ path: `/trainings/${id}` }) },
  case: { icon: 'case', at: drawer('/cases', 'case') },
  deal: { icon: 'crm', at: drawer('/crm/deals', 'deal') },
  catalog_entry: {
    icon: 'catalog',
    at: (_, within) => ({ path: '/catalog', search: `?list=${within}` }),
  },
  run: {
    icon: 'refresh',
    at: (id, within) => ({ path: `/crm/${within}`, search: `?view=runs&run=${id}` }),
  },
  delivery: { icon: 'mail', at: (id) => ({ path: `/deliveries/${id}` }) },
  event: { icon: 'feed', at: (id) => ({ path: `/events/${id}` }) },
  own_assignment: { icon: 'assignment', at: drawer('/my/assignments', 'assignment') },
  own_training: { icon: 'training', at: drawer('/my/trainings', 'training') },
  own_case: { icon: 'case', at: drawer('/my/cases', 'case') },
};

export function placeOfFound({ kind, id, within }: FoundThing): Place {
  return looks[kind].at(id, within ?? '');
}

export function iconOfFound({ kind }: FoundThing): IconName {
  return looks[kind].icon;
}
