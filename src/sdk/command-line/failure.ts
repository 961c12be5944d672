/** A failure with its reason, and with a hint for the person. */
export class Failure extends Error {
  override name = 'Failure';
  readonly hint: string | undefined;
  /** 1, or 2 if the person has written the command wrongly. */
  readonly exitCode: 1 | 2;

  constructor(message: string, hint?: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.hint = hint;
    this.exitCode = exitCode;
  }
}

/** The failure of a wrongly written command. */
export const wrongUse = (message: string, hint?: string) => new Failure(message, hint, 2);
