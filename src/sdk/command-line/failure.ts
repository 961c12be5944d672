/** What went wrong, and what the person can do about it. */
export class Failure extends Error {
  override name = 'Failure';
  readonly hint: string | undefined;
  /** 1, or 2 if the command was not written as it must be. */
  readonly exitCode: 1 | 2;

  constructor(message: string, hint?: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.hint = hint;
    this.exitCode = exitCode;
  }
}

/** A command that was not written as it must be. */
export const wrongUse = (message: string, hint?: string) => new Failure(message, hint, 2);
