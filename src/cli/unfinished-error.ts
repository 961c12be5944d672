import { UsageError } from '../shared/errors/usage-error.ts';

/** A command has not finished its work. It prints what it has done, and fails. */
export class UnfinishedError extends UsageError {
  readonly result: object;

  constructor(message: string, result: object) {
    super(message);
    this.result = result;
  }
}
