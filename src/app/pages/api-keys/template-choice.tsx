import { keyTemplates, type Scope } from '../../../auth/scopes.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Radio } from '../../ui/check.tsx';
import { type CreateKeyForm, templates } from './create-key-form.ts';
import { keyTexts } from './texts.ts';

type Template = CreateKeyForm['template'];
type Props = {
  chosen: Template;
  onChange: (template: Template) => void;
  /** Continues with these scopes as a custom selection. */
  onSelect: (scopes: Scope[]) => void;
};

export function TemplateChoice({ chosen, onChange, onSelect }: Props) {
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
      {chosen === 'custom' ? null : (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
          {t.noWebhooks}
          <Button onClick={() => onSelect([...keyTemplates[chosen], 'webhooks:manage'])} size="sm">
            {t.withWebhooks}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

function Hint({ template }: { template: Template }) {
  const t = useTexts(keyTexts);
  if (template === 'custom') return t.templateHints.custom;
  return (
    <>
      {t.templateHints[template]}
      <code className="block font-mono text-xs">{keyTemplates[template].join(', ')}</code>
    </>
  );
}
