import type { AuditEntry } from '../../features/audit-log/audit-log.schema.ts';
import { ActorLink } from '../team/person.tsx';
import { useTexts } from '../text/language.ts';
import { threadTexts } from './texts.ts';

type Props = Pick<AuditEntry, 'actor'> & {
  /** Leads to the page of the member. Not in a row that is a link or a button itself. */
  isLink?: boolean;
};

/** The name of who did it, if it may be shown. */
export function Who({ actor: { kind, id, name, is_me }, isLink = false }: Props) {
  const t = useTexts(threadTexts);
  const shown = is_me ? t.me : name;
  if (shown && isLink && kind === 'user') return <ActorLink id={id}>{shown}</ActorLink>;
  if (shown) return shown;
  if (kind === 'user') return <span title={t.hiddenMore}>{t.hidden}</span>;
  if (kind === 'key') return <span className="font-mono text-xs">{id}…</span>;
  return t.kinds[kind as keyof typeof t.kinds] ?? kind;
}
