import { type Scope, scopes } from '../../../auth/scopes.ts';
import { useTexts } from '../../text/language.ts';
import { Checkbox } from '../../ui/check.tsx';
import { scopeTexts } from './scope-texts.ts';
import { keyTexts } from './texts.ts';

type Props = { chosen: readonly Scope[]; onChange: (scopes: Scope[]) => void; hintId: string };

export function ScopeChoice({ chosen, onChange, hintId }: Props) {
  const t = useTexts(keyTexts);
  const meanings = useTexts(scopeTexts);
  const toggle = (scope: Scope) =>
    onChange(scopes.filter((one) => (one === scope) !== chosen.includes(one)));
  return (
    <fieldset className="grid gap-x-4 gap-y-2.5 rounded-lg border border-line p-3 sm:grid-cols-2">
      <legend className="hidden-text">{t.scopes}</legend>
      {chosen.length === 0 ? (
        <p className="text-sm text-soft sm:col-span-full" id={hintId}>
          {t.scopesNeeded}
        </p>
      ) : null}
      {scopes.map((scope) => (
        <Checkbox
          checked={chosen.includes(scope)}
          hint={meanings[scope]}
          key={scope}
          label={<code className="font-mono text-xs">{scope}</code>}
          onChange={() => toggle(scope)}
        />
      ))}
    </fieldset>
  );
}
