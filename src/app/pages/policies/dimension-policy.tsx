import type { CatalogDimension } from '../../../features/catalog/catalog-dimensions.ts';
import type { ArrangedEntry } from '../../../features/catalog/entries.schema.ts';
import { namedIn } from '../../../shared/language/language.ts';
import { teamTexts } from '../../team/texts.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Checkbox } from '../../ui/check.tsx';
import { SelectBox } from '../../ui/field.tsx';
import { allowedOf, type ChosenPolicy, policyOf } from './chosen.ts';
import { policyTexts } from './texts.ts';

type Props = {
  dimension: CatalogDimension;
  entries: readonly ArrangedEntry[];
  chosen: ChosenPolicy;
  isOfMember: boolean;
  onChange: (policy: ChosenPolicy) => void;
};

const modes = ['none', 'allow', 'block'] as const;

/** What one list allows: all entries, only some, or all except some. */
export function DimensionPolicy({ dimension, entries, chosen, isOfMember, onChange }: Props) {
  const t = useTexts(policyTexts);
  const name = useTexts(teamTexts).dimensions[dimension];
  const ids = entries.map(({ id }) => id);
  // Switching the mode keeps what was allowed, so that the switch alone blocks nothing.
  const choose = (mode: string) => {
    if (mode !== 'allow' && mode !== 'block') onChange(null);
    else onChange(policyOf(mode, { ids, allowed: allowedOf(chosen, ids) }));
  };
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-card p-4 shadow-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium">{name}</h2>
        <div className="w-full sm:w-72">
          <SelectBox
            aria-label={name}
            onChange={({ target }) => choose(target.value)}
            value={chosen?.mode ?? 'none'}
          >
            {modes.map((mode) => (
              <option key={mode} value={mode}>
                {mode === 'none' && isOfMember ? t.likeTeam : t.modes[mode]}
              </option>
            ))}
          </SelectBox>
        </div>
      </div>
      {chosen ? <Entries chosen={chosen} entries={entries} onChange={onChange} /> : null}
    </section>
  );
}

type EntriesProps = Pick<Props, 'entries' | 'onChange'> & { chosen: NonNullable<ChosenPolicy> };

function Entries({ entries, chosen, onChange }: EntriesProps) {
  const t = useTexts(policyTexts);
  const language = useLanguage();
  const ids = entries.map(({ id }) => id);
  const allowed = allowedOf(chosen, ids);
  const isAllowed = new Set(allowed);
  const toggle = (id: string) => {
    const next = isAllowed.has(id) ? allowed.filter((one) => one !== id) : [...allowed, id];
    onChange(policyOf(chosen.mode, { ids, allowed: next }));
  };
  const count = numberText(allowed.length, language);
  return (
    <fieldset className="grid gap-2 border-t border-line pt-3">
      <legend className="hidden-text">{t.choose}</legend>
      <p className="text-sm text-soft">
        {t.allowedOf(count, numberText(entries.length, language))} {t.newOnes[chosen.mode]}
      </p>
      <div className="grid max-h-96 gap-x-6 gap-y-2.5 overflow-y-auto py-1 pl-0.5 sm:grid-cols-2 lg:grid-cols-3">
        {entries.map(({ id, names, released }) => (
          <Checkbox
            checked={isAllowed.has(id)}
            hint={released ? undefined : t.notReleased}
            key={id}
            label={namedIn(names, language) ?? id}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
    </fieldset>
  );
}
