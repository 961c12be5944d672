import type { Option } from '../../../features/policies/policies.schema.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { ChosenDimension } from '../catalog-dimensions.ts';
import { teamTexts } from '../texts.ts';
import { assignTexts } from './texts.ts';

type Props = {
  dimension: ChosenDimension;
  options: readonly Option[];
  value: string;
  onChange: (id: string) => void;
  /** The one of several members whose policies these are. */
  only: string | undefined;
};

/**
 * The entries of one list. An entry that would be refused cannot be chosen, unless it is for others too; the reason is
 * shown below.
 */
export function EntryChoice({ dimension, options, value, onChange, only }: Props) {
  const t = useTexts(assignTexts);
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
            disabled={!only && option.blocked !== null && option.id !== value}
            key={option.id}
            value={option.id}
          >
            {option.name ?? option.id}
            {option.blocked ? ` ${t.blockedSuffix(only)}` : ''}
          </option>
        ))}
      </SelectField>
      {blocked.length > 0 ? <Blocked dimension={dimension} options={blocked} /> : null}
    </div>
  );
}

function Blocked({ dimension, options }: Pick<Props, 'dimension' | 'options'>) {
  const t = useTexts(assignTexts);
  const language = useLanguage();
  return (
    <div data-testid={`blocked-${dimension}`}>
      <Disclosure title={t.blocked(numberText(options.length, language))}>
        <ul className="grid gap-1.5">
          {options.map((option) => (
            <li className="text-soft" key={option.id}>
              {option.blocked?.text}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
