import type { Scope } from '../../../auth/scopes.ts';
import { useTexts } from '../../text/language.ts';
import { Radio } from '../../ui/check.tsx';
import { type CreateKeyForm, templateScopes, templates } from './create-key-form.ts';
import { keyTexts } from './texts.ts';

type Template = CreateKeyForm['template'];
type Props = { chosen: Template; onChange: (template: Template) => void };

export function TemplateChoice({ chosen, onChange }: Props) {
  const t = useTexts(keyTexts);
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-sm font-medium">{t.rights}</legend>
      {templates.map((one) => (
        <Radio
          checked={one === chosen}
          hint={<Hint template={one} />}
          key={one}
          label={t.templates[one]}
          name="template"
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  );
}

/** The scopes of the template above each one. It has them too, so only what it adds tells the two apart. */
const above: Record<Exclude<Template, 'custom'>, readonly Scope[]> = {
  read_only: [],
  read_and_assignments: templateScopes.read_only,
  webhooks: templateScopes.read_and_assignments,
};

function Hint({ template }: { template: Template }) {
  const t = useTexts(keyTexts);
  if (template === 'custom') return t.templateHints.custom;
  const others = above[template];
  const added = templateScopes[template].filter((one) => !others.includes(one));
  return (
    <>
      {t.templateHints[template]}
      <span className="block">
        {others.length > 0 ? `${t.plus} ` : null}
        <code className="font-mono text-xs">{added.join(', ')}</code>
      </span>
    </>
  );
}
