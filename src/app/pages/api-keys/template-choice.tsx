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

function Hint({ template }: { template: Template }) {
  const t = useTexts(keyTexts);
  if (template === 'custom') return t.templateHints.custom;
  return (
    <>
      {t.templateHints[template]}
      <code className="block font-mono text-xs">{templateScopes[template].join(', ')}</code>
    </>
  );
}
