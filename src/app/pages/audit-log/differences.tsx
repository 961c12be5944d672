import type { AuditEntry, ChangedField } from '../../../features/audit-log/audit-log.schema.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { CodeHint } from '../../ui/code-word.tsx';
import { explainedWords } from '../../ui/code-words.ts';
import { fieldText } from './field-texts.ts';
import { auditTexts } from './texts.ts';

type Names = AuditEntry['names'];
type Props = { changes: readonly ChangedField[]; names: Names };

/** Each changed field with its value before and after, as far as they were kept. */
export function Differences({ changes, names }: Props) {
  const t = useTexts(auditTexts);
  const isAnyMissing = changes.some((change) => !('after' in change) && !('before' in change));
  return (
    <div className="grid gap-2">
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line text-sm">
        {changes.map((change) => (
          <li className="grid gap-1.5 px-3 py-2.5" key={change.field}>
            <FieldName field={change.field} />
            {'after' in change || 'before' in change ? (
              <div className="grid gap-1">
                {'before' in change ? (
                  <Value
                    label={t.before}
                    names={names}
                    sign="−"
                    tone="bg-bad-wash"
                    value={change.before}
                  />
                ) : null}
                {'after' in change ? (
                  <Value
                    label={t.after}
                    names={names}
                    sign="+"
                    tone="bg-good-wash"
                    value={change.after}
                  />
                ) : null}
              </div>
            ) : (
              <p className="text-soft">{t.notKept}</p>
            )}
          </li>
        ))}
      </ul>
      {isAnyMissing ? <p className="text-sm text-soft">{t.notKeptMore}</p> : null}
    </div>
  );
}

/** A field in words, and beside it the field's name in the API and in exports. */
function FieldName({ field }: Pick<ChangedField, 'field'>) {
  const language = useLanguage();
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-medium">{fieldText(field, language)}</span>
      <code className="font-mono text-xs wrap-anywhere text-soft">{field}</code>
    </p>
  );
}

type ValueProps = { label: string; sign: string; tone: string; value: unknown; names: Names };

function Value({ label, sign, tone, value, names }: ValueProps) {
  const t = useTexts(auditTexts);
  const language = useLanguage();
  return (
    <p className={`flex gap-2 rounded-md px-2 py-1 font-mono text-xs wrap-anywhere ${tone}`}>
      <span aria-hidden="true">{sign}</span>
      <span className="hidden-text">{label}</span>
      <span className="whitespace-pre-line">{shown(value, { ...t, names })}</span>
      {explainedWords(language)
        .filter((word) => (Array.isArray(value) ? value : [value]).includes(word))
        .map((word) => (
          <CodeHint key={word} word={word} />
        ))}
    </p>
  );
}

type Words = { yes: string; no: string; none: string; names: Names };

/** An object's name with its id beside it, because two objects may have the same name. */
function shown(value: unknown, t: Words): string {
  if (value === null || value === undefined || value === '') return t.none;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (Array.isArray(value) && value.length === 0) return t.none;
  if (Array.isArray(value)) return value.map((one) => shown(one, t)).join(', ');
  if (typeof value === 'string' && Object.hasOwn(t.names, value))
    return `${t.names[value]} (${value})`;
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${shown(one, t)}`)
    .join('\n');
}
