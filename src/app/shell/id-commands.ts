import type { Language } from '../../shared/language/language.ts';
import { idKind, mayOpen, type Place, placeOfId } from '../session/id-places.ts';
import type { Session } from '../session/session.ts';
import type { Command } from './commands.ts';
import { paletteTexts } from './palette-texts.ts';

type About = {
  id: string;
  session: Session;
  language: Language;
  open: (place: Place) => void;
  /** What the server has found for the id. */
  found: readonly Command[];
};

/** What a pasted id opens: its page at once, without asking the server, and what is about the object. */
export function idCommands({ id, session, language, open, found }: About): Command[] {
  const t = paletteTexts[language];
  const kind = idKind(id) ?? '';
  const isRequest = kind === 'request';
  const command = (label: string, icon: Command['icon'], place: Place): Command => ({
    id: `${place.path}${place.search ?? ''}`,
    label,
    detail: id,
    group: t.pasted,
    icon,
    words: '',
    place,
    run: () => open(place),
  });
  const all: Command[] = [...found];
  const place = placeOfId(id, session);
  if (place && found.length === 0) all.push(command(t.ids[kind] ?? id, 'right', place));
  if (mayOpen('see_audit_log', session) && kind !== 'aud') {
    const search = isRequest ? `?request_id=${id}` : `?target_id=${id}`;
    const label = isRequest ? t.changesBy : t.changesOf;
    all.push(command(label, 'log', { path: '/audit-log', search }));
  }
  if (mayOpen('see_webhooks', session) && inEvents.has(kind)) {
    all.push(command(t.deliveriesOf, 'mail', { path: '/deliveries', search: `?id=${id}` }));
  }
  return all;
}

/** The kinds of objects that events name. */
const inEvents = new Set(['mem', 'usr', 'trn', 'asg', 'con', 'run']);
