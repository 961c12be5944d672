/**
 * The step that failed:
 *
 * - `missing_header`: the request has no `Svc-Signature`.
 * - `malformed_signature`: the header is there and cannot be read.
 * - `body_parsed`: the bytes of the body are gone, because something has read or parsed them before.
 * - `too_large`: the body is larger than any event.
 * - `body_changed`: the signature does not match, and the body is not as the service writes it.
 * - `wrong_secret`: the signature does not match, and the body has the form in which the service
 *   writes it: the secret is another one, or a value of the body was changed.
 * - `clock`: the signature matches and is too old by the clock of this machine.
 */
export type WebhookFault =
  | 'missing_header'
  | 'malformed_signature'
  | 'body_parsed'
  | 'too_large'
  | 'body_changed'
  | 'wrong_secret'
  | 'clock';

/** The error about a request that is not genuine. Its message contains neither secret nor body. */
export class WebhookError extends Error {
  override readonly name: string = 'WebhookError';
  /** The step that failed. Compare this in your program, never the message. */
  readonly code: WebhookFault;
  /** The time of the signature, by the sender's clock. Only if the code is `clock`. */
  declare readonly senderTime: Date | undefined;
  /** The time of this machine's clock then. Only if the code is `clock`. */
  declare readonly receiverTime: Date | undefined;

  constructor(
    code: WebhookFault,
    reason: string,
    times?: { senderTime: Date; receiverTime: Date },
  ) {
    super(`${code}: ${reason}`);
    this.code = code;
    Object.assign(this, times);
  }
}
