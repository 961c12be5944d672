import type { ComponentProps } from 'react';
import type { Field, Fields } from '../../shared/schema/fields.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { DayField } from './day/day-field.tsx';
import type { Choices, ChoicesOf } from './field-values.ts';
import { Area, Select, Text, useFieldContext, useTextForm } from './form.tsx';
import { uiTexts } from './texts.ts';

type More = Partial<ComponentProps<typeof Text>>;
type Props = {
  of: Fields;
  choices?: ChoicesOf | undefined;
  /** More attributes of inputs. */
  more?: Readonly<Record<string, More>>;
};

/** An input for each of the fields, within a form that `typedOf` has begun. */
export function FieldInputs({ of, choices = {}, more = {} }: Props) {
  const form = useTextForm();
  return Object.entries(of).map(([name, field]) => (
    <form.AppField key={name} name={name}>
      {() => <Input choices={choices[name]} field={field} more={more[name]} />}
    </form.AppField>
  ));
}

type InputProps = { field: Field; choices: Choices | undefined; more: More | undefined };

function Input({ field, choices, more }: InputProps) {
  const language = useLanguage();
  const { optional } = useTexts(uiTexts);
  const { kind, rows = 3, isOptional = false } = field;
  const name = field.label[language];
  const label = isOptional ? optional(name) : name;
  const around = { label, hint: field.hint?.[language] };
  if (choices) {
    return (
      <Select {...around}>
        <Options choices={choices} field={field} />
      </Select>
    );
  }
  switch (kind) {
    case 'long-text':
    case 'list':
    case 'json':
      return <Area isCode={kind === 'json'} rows={rows} {...around} />;
    case 'date':
      return <DayField label={label} />;
    default:
      return (
        <Text
          autoComplete="off"
          invalid={field.invalid?.[language]}
          {...(kind === 'number' ? { inputMode: 'numeric' } : { type: kind })}
          {...around}
          {...more}
        />
      );
  }
}

/** The choices, and the present value if it is none of them. */
function Options({ field, choices }: { field: Field; choices: Choices }) {
  const { none } = useTexts(uiTexts);
  const { value } = useFieldContext<string>().state;
  const isListed = value === '' || choices.some(([listed]) => listed === value);
  return (
    <>
      {field.isRequired ? null : <option value="">{none}</option>}
      {isListed ? null : <option value={value}>{value}</option>}
      {choices.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </>
  );
}
