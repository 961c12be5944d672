import { useTexts } from '../../text/language.ts';
import { Radio } from '../../ui/check.tsx';
import { type NewKeyForm, templates } from './new-key-form.ts';
import { keyTexts } from './texts.ts';

type Template = NewKeyForm['template'];
type Props = { chosen: Template; onChange: (template: Template) => void };

export function TemplateChoice({ chosen, onChange }: Props) {
  const t = useTexts(keyTexts);
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-sm font-medium">{t.rights}</legend>
      {templates.map((one) => (
        <Radio
          checked={one === chosen}
          hint={t.templateHints[one]}
          key={one}
          label={t.templates[one]}
          name="template"
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  );
}
