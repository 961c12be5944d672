import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { isSandbox } from '../../session/rights.ts';
import { useTeam } from '../../session/session.ts';
import { ActorLink } from '../../team/person.tsx';
import { relativeText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { State } from '../../ui/state.tsx';
import { keyTexts } from './texts.ts';

type Props = { apiKey: ListedKey };

/** Marks a key of a sandbox, whose text begins like that of every key. */
export function SandboxBadge() {
  const t = useTexts(keyTexts);
  return isSandbox(useTeam()) ? <Badge tone="warn">{t.sandbox}</Badge> : null;
}

/** What a key may do: its template, and the number of scopes. The hint lists all scopes. */
export function ScopesCell({ apiKey: { template, scopes } }: Props) {
  const t = useTexts(keyTexts);
  return (
    <span className="grid min-w-0" title={scopes.join('\n')}>
      <span className="truncate">{template ? t.templatesShort[template] : t.templates.custom}</span>
      <span className="tabular truncate text-xs text-soft">{t.scopeCount(scopes.length)}</span>
    </span>
  );
}

/** Whether the end of a key needs somebody's attention. */
export const endsSoon = ({ state }: ListedKey): boolean =>
  state === 'expiring' || state === 'in_grace';

/** A key that was replaced or has ended is not rotated, even if a link asks for it. */
export const isRotatable = ({ state }: ListedKey): boolean =>
  state === 'active' || state === 'expiring';

/** When a key ends. If it has ended, its state already says so. */
export function ExpiryCell({ apiKey }: Props) {
  const { expires_at, state } = apiKey;
  const t = useTexts(keyTexts);
  const language = useLanguage();
  if (state === 'revoked') return <span className="text-soft">–</span>;
  if (!expires_at) return <span className="text-soft">{t.noEnd}</span>;
  return (
    <time className={endsSoon(apiKey) ? 'text-warn' : undefined} dateTime={expires_at}>
      {relativeText(expires_at, Date.now(), language)}
    </time>
  );
}

/** Who made the key, as a link if it is still a member. */
export function Creator({ apiKey: { creator, created_by } }: Props) {
  const t = useTexts(keyTexts);
  if (!creator) return <span className="text-soft">{t.hidden}</span>;
  const name = creator.is_me ? t.me : (creator.name ?? creator.email);
  if (creator.status === 'removed') return name;
  return <ActorLink id={created_by}>{name}</ActorLink>;
}

/**
 * One line in place of two columns, on a narrow screen: the prefix, which tells keys of one name apart, and when the
 * key was last used.
 */
export function ShortLine({ apiKey: { key_prefix, last_use } }: Props) {
  const t = useTexts(keyTexts);
  const language = useLanguage();
  const used = last_use ? relativeText(last_use.at, Date.now(), language) : t.neverUsed;
  return (
    <>
      <span className="font-mono">{key_prefix}…</span> · {used}
    </>
  );
}

export function KeyState({ apiKey: { state } }: { apiKey: Pick<ListedKey, 'state'> }) {
  return <State is={state} noun="key" />;
}
