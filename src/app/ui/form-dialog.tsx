import { type ComponentProps, type ReactNode, useId } from 'react';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { FormButtons } from './form-buttons.tsx';

type Props = Omit<ComponentProps<typeof Dialog>, 'footer'> & {
  sent: ComponentProps<typeof Form>['sent'];
  /** The verb on the button. Missing: "save". */
  verb?: string | undefined;
  /** More about this button. */
  button?: Partial<ComponentProps<typeof FormButtons>>;
  /** Before the buttons. */
  note?: ReactNode;
  /** Below the form. */
  below?: ReactNode;
};

/** A dialog that people fill in and send. */
export function FormDialog({ sent, verb, button, note, below, children, ...dialog }: Props) {
  const id = useId();
  const send = { ...button, form: id, isBusy: sent.isBusy, verb };
  const buttons = (
    <>
      {note}
      <FormButtons {...send} onCancel={dialog.onClose} />
    </>
  );
  return (
    <Dialog {...dialog} footer={buttons}>
      <Form id={id} sent={sent}>
        {children}
      </Form>
      {below}
    </Dialog>
  );
}
