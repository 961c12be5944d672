import { may, type TeamRight } from './rights.ts';
import type { Session } from './session.ts';

/** A place of the app that shows something. */
export type Place = { path: string; search?: string; hash?: string };

type PlaceOfKind = { needs: TeamRight | 'session'; at: (id: string) => Place };

/** The place of an id below a path, or in the drawer that the page opens for a parameter of this name. */
export const at =
  (path: string, name?: string) =>
  (id: string): Place =>
    name ? { path, search: `?${name}=${id}` } : { path: `${path}/${id}` };

const request = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The pages that show each kind of id. The first one that the person may open is taken. */
const places: Record<string, readonly PlaceOfKind[]> = {
  mem: [{ needs: 'see_members', at: at('/members') }],
  key: [{ needs: 'see_api_keys', at: at('/api-keys', 'key') }],
  trn: [
    { needs: 'see_trainings', at: at('/trainings') },
    { needs: 'see_own_work', at: at('/my/trainings', 'training') },
  ],
  asg: [
    { needs: 'see_assignments', at: at('/assignments', 'assignment') },
    { needs: 'see_own_work', at: at('/my/assignments', 'assignment') },
  ],
  cas: [
    { needs: 'see_cases', at: at('/cases', 'case') },
    { needs: 'see_own_cases', at: at('/my/cases', 'case') },
  ],
  deal: [{ needs: 'see_crm', at: at('/crm/deals', 'deal') }],
  con: [{ needs: 'see_crm_connections', at: at('/crm') }],
  whe: [{ needs: 'see_webhooks', at: at('/webhooks') }],
  whd: [{ needs: 'see_webhooks', at: at('/deliveries') }],
  evt: [{ needs: 'see_webhooks', at: at('/events') }],
  aud: [{ needs: 'see_audit_log', at: at('/audit-log', 'entry') }],
  ses: [{ needs: 'session', at: () => ({ path: '/profile', hash: 'sessions' }) }],
  request: [{ needs: 'session', at: at('/thread') }],
};

/** The kind of an id. Undefined if the text is no id. */
export function idKind(text: string): string | undefined {
  if (request.test(text)) return 'request';
  return /^([a-z]{3,4})_[0-9a-z]{26}$/.exec(text)?.[1];
}

/** The page of an id. It is known without asking the server. */
export function placeOfId(id: string, session: Session): Place | undefined {
  return places[idKind(id) ?? '']?.find(({ needs }) => mayOpen(needs, session))?.at(id);
}

export function mayOpen(needs: TeamRight | 'session', { team }: Session): boolean {
  return needs === 'session' || (team !== null && may(team, needs));
}
