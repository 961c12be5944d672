import type { Language } from '../../shared/language/language.ts';
import { factsOf, type Side, valuesText } from '../reference/markdown-of-parts.ts';
import type { Field } from '../reference/read-fields.ts';
import { referenceTexts } from '../reference/texts.ts';
import { Passage } from './passage.tsx';

type Props = { fields: readonly Field[]; side: Side; language: Language };

/** Fields with everything inside them. Nothing is folded, so that links can lead to each field. */
export function FieldList({ fields, side, language }: Props) {
  return (
    <ul className="fields">
      {fields.map((field) => (
        <FieldRow field={field} key={field.path} language={language} side={side} />
      ))}
    </ul>
  );
}

function FieldRow({ field, side, language }: { field: Field; side: Side; language: Language }) {
  const { type, bounds, presence } = factsOf(field, side, language);
  const [, within = '', name = field.path] = /^(.*[.\]])?([^.]+)$/.exec(field.path) ?? [];
  const isRequired = side === 'request' && field.isRequired;
  return (
    <li data-depth={field.depth} id={field.anchor}>
      <div className="facts">
        <a
          aria-label={referenceTexts[language].linkTo(field.path)}
          className="name"
          href={`#${field.anchor}`}
        >
          <span className="within">{within}</span>
          {name}
        </a>
        <span>{type}</span>
        {presence ? <span className={isRequired ? 'must' : undefined}>{presence}</span> : null}
      </div>
      <Passage
        className="meaning"
        language={language}
        text={[field.text, valuesText(field, language)].filter(Boolean).join(' ')}
      />
      {bounds.length > 0 ? (
        <Passage className="bounds" language={language} text={bounds.join(' · ')} />
      ) : null}
    </li>
  );
}
