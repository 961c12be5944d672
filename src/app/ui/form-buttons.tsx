import type { ComponentProps } from 'react';
import { useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { uiTexts } from './texts.ts';

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'form'> & {
  /** The id of the form, because the form is outside the footer. */
  form: string;
  onCancel: () => void;
  /** The verb of the button. If it is missing: to save. */
  verb?: string;
};

/** The footer of a dialog with a form. */
export function FormButtons({ onCancel, verb, ...submit }: Props) {
  const t = useTexts(uiTexts);
  return (
    <>
      <Button onClick={onCancel}>{t.cancel}</Button>
      <Button {...submit} look="primary" type="submit">
        {verb ?? t.save}
      </Button>
    </>
  );
}
