import type { ComponentProps } from 'react';
import { useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { uiTexts } from './texts.ts';
import { mayClose } from './unsaved.ts';

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'form'> & {
  /** The id of the form, because the form is not around these buttons. */
  form: string;
  onCancel: () => void;
  /** The verb on the button. Missing: "save". */
  verb?: string | undefined;
};

/** The footer of a dialog with a form. */
export function FormButtons({ onCancel, verb, ...submit }: Props) {
  const t = useTexts(uiTexts);
  const cancel = async () => {
    if (await mayClose(document.getElementById(submit.form))) onCancel();
  };
  return (
    <>
      <Button onClick={() => void cancel()}>{t.cancel}</Button>
      <Button {...submit} look="primary" type="submit">
        {verb ?? t.save}
      </Button>
    </>
  );
}
