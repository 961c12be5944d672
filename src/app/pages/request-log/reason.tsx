import type { LoggedRequest } from '../../../features/request-log/request-log.schema.ts';
import { type ErrorCode, errorCatalogue } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/language.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Notice } from '../../ui/notice.tsx';
import { requestLogTexts } from './texts.ts';

/** The title of a code, as the answer said it. A code that this page does not know yet has none. */
export function titleOf(code: string, language: Language): string {
  return Object.hasOwn(errorCatalogue, code) ? errorCatalogue[code as ErrorCode][language] : code;
}

/** The sentence for a name. A name that this page does not know yet is shown as it is. */
export function textOf(texts: Record<string, string>, name: string): string {
  return Object.hasOwn(texts, name) ? (texts[name] ?? name) : name;
}

/** Why a request was refused: which check refused it, and what the check looked at. */
export function Reason({ line: { code, status, why } }: { line: LoggedRequest }) {
  const t = useTexts(requestLogTexts);
  const language = useLanguage();
  if (!code) return null;
  return (
    <Notice title={titleOf(code, language)} tone={status >= 500 ? 'bad' : 'warn'}>
      {why ? (
        <div className="grid gap-1">
          <p>
            {why.explanation ??
              (why.reason ? textOf(t.reasons, why.reason) : textOf(t.checks, why.check))}
          </p>
          <Seen label={t.requiredScope} names={why.required_scope ? [why.required_scope] : []} />
          <Seen label={t.limit} names={why.limit ? [textOf(t.limits, why.limit)] : []} />
          <Seen label={t.dimension} names={why.dimension ? [why.dimension] : []} />
          <Seen label={t.fields} names={(why.fields ?? []).map(fieldText)} />
          {why.fields?.some(({ pointer }) => pointer.includes('…')) ? (
            <p className="text-soft text-xs">{t.hiddenName}</p>
          ) : null}
        </div>
      ) : null}
    </Notice>
  );
}

type Field = { in?: string | undefined; pointer: string; code?: string | undefined };

function fieldText({ in: place, pointer, code }: Field): string {
  return [place, pointer, code].filter(Boolean).join(' ');
}

function Seen({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-1.5">
      <span className="text-soft">{label}</span>
      {names.map((name) => (
        <code className="font-mono text-xs" key={name}>
          {name}
        </code>
      ))}
    </p>
  );
}
