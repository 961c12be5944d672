import type { AuditEntry } from '../../features/audit-log/audit-log.schema.ts';
import { useTexts } from '../text/language.ts';
import { threadTexts } from './texts.ts';

/** The name of who did it, if it may be shown. */
export function Who({ actor: { kind, id, name, is_me } }: Pick<AuditEntry, 'actor'>) {
  const t = useTexts(threadTexts);
  if (is_me) return t.me;
  if (name) return name;
  if (kind === 'user') return <span title={t.hiddenMore}>{t.hidden}</span>;
  if (kind === 'key') return <span className="font-mono text-xs">{id}…</span>;
  return t.kinds[kind as keyof typeof t.kinds] ?? kind;
}
