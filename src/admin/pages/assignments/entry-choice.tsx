import type { Option } from '../../../features/policies/policies.schema.ts';
import type { ChosenDimension } from '../../team/dimensions.ts';
import { teamTexts } from '../../team/texts.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { SelectField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { assignmentTexts } from './texts.ts';

type Props = {
  dimension: ChosenDimension;
  options: readonly Option[];
  value: string;
  onChange: (id: string) => void;
};

/** The entries of one list. Those that would be refused cannot be chosen, and say why below. */
export function EntryChoice({ dimension, options, value, onChange }: Props) {
  const t = useTexts(assignmentTexts);
  const team = useTexts(teamTexts);
  const blocked = options.filter((option) => option.blocked !== null);
  const mine = options.find(({ id }) => id === value)?.blocked;
  return (
    <div className="grid gap-1.5">
      <SelectField
        error={mine?.text}
        label={team.dimensions[dimension]}
        onChange={({ target }) => onChange(target.value)}
        value={value}
      >
        <option value="">{t.choose}</option>
        {options.map((option) => (
          <option
            disabled={option.blocked !== null && option.id !== value}
            key={option.id}
            value={option.id}
          >
            {option.name ?? option.id}
            {option.blocked ? ` ${t.blockedSuffix}` : ''}
          </option>
        ))}
      </SelectField>
      {blocked.length > 0 ? <Blocked dimension={dimension} options={blocked} /> : null}
    </div>
  );
}

function Blocked({ dimension, options }: Pick<Props, 'dimension' | 'options'>) {
  const t = useTexts(assignmentTexts);
  const language = useLanguage();
  return (
    <details className="group text-sm" data-testid={`blocked-${dimension}`}>
      <summary className="inline-flex h-6 list-none items-center gap-1 rounded-sm text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon className="group-open:rotate-90" name="right" size={14} />
        {t.blocked(numberText(options.length, language))}
      </summary>
      <ul className="mt-1 grid max-h-56 gap-1.5 overflow-y-auto rounded-lg bg-sunk px-3 py-2">
        {options.map((option) => (
          <li className="text-soft" key={option.id}>
            {option.blocked?.text}
          </li>
        ))}
      </ul>
    </details>
  );
}
