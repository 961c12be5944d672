import type { Scope, scopes as table } from '../../../auth/scopes.ts';
import { useTexts } from '../../text/language.ts';
import { Checkbox } from '../../ui/check.tsx';
import { keyTexts } from './texts.ts';

type Props = { chosen: readonly Scope[]; onChange: (scopes: Scope[]) => void };

/** The contract's scopes in their order. Another list does not compile. */
const all: typeof table = [
  'users:read',
  'users:write',
  'trainings:read',
  'evaluations:read',
  'assignments:read',
  'assignments:write',
  'cases:read',
  'cases:write',
  'catalog:read',
  'analytics:read',
  'webhooks:manage',
];

export function ScopeChoice({ chosen, onChange }: Props) {
  const t = useTexts(keyTexts);
  const toggle = (scope: Scope) =>
    onChange(all.filter((one) => (one === scope) !== chosen.includes(one)));
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3 sm:grid-cols-2">
      <legend className="hidden-text">{t.scopes}</legend>
      {all.map((scope) => (
        <Checkbox
          checked={chosen.includes(scope)}
          key={scope}
          label={<code className="font-mono text-xs">{scope}</code>}
          onChange={() => toggle(scope)}
        />
      ))}
    </fieldset>
  );
}
