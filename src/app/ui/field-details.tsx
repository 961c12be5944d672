import type { Fields } from '../../shared/schema/fields.ts';
import { useLanguage } from '../text/language.ts';
import { Detail } from './details.tsx';
import { readable } from './field-values.ts';

/** The values of these fields, each beside its label. A JSON object that is not given has no line. */
export function FieldDetails({ of, object }: { of: Fields; object: Record<string, unknown> }) {
  const language = useLanguage();
  return Object.entries(of)
    .filter(([name, { kind }]) => kind !== 'json' || object[name])
    .map(([name, field]) => (
      <Detail key={name} label={field.label[language]}>
        {field.kind === 'json' ? (
          <Json value={object[name]} />
        ) : (
          (readable(field, object[name], language) ?? '–')
        )}
      </Detail>
    ));
}

export function Json({ value }: { value: unknown }) {
  return (
    <pre className="font-mono text-xs break-words whitespace-pre-wrap">
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
