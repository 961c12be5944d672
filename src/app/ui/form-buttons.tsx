import type { ComponentProps } from 'react';
import { useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { uiTexts } from './texts.ts';

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'form'> & {
  /** The id of the form, which stands outside of the footer. */
  form: string;
  onCancel: () => void;
  /** What the dialog does: to save, unless it says otherwise. */
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
