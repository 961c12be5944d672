import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Outgoing } from '../../shared/process/outgoing.ts';
import { MINUTE_MS } from '../../shared/time/durations.ts';

type OutgoingMail = {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  /** The same as `body`, for mail programs that show HTML. */
  html: string;
  created_at: Date;
  /** The page where the recipient stops such mails. */
  stopUrl?: string | undefined;
};

export type Mailer = {
  /**
   * Sends a mail. `isOurs` is asked last before the text leaves: if it says no, the mail server gets nothing
   * that it could accept.
   */
  send(mail: OutgoingMail, isOurs?: () => boolean): Promise<void>;
  close(): void;
};

/**
 * The mail server refused a mail. `reason` is short and contains no secret. If the refusal is
 * final, the server would refuse the mail again.
 */
export class MailRefused extends Error {
  override name = 'MailRefused';
  readonly reason: string;
  readonly isFinal: boolean;

  constructor(reason: string, isFinal: boolean) {
    // The log shows this message, so it has no text of the server, which may name the recipient.
    super('the mail server refused the mail');
    this.reason = reason;
    this.isFinal = isFinal;
  }
}

const SILENCE_LIMIT_MS = 15_000;
/**
 * The longest time until a mail has left. A limit for silence is not enough, because a server that sends its
 * replies byte by byte is never silent.
 */
const LEAVE_LIMIT_MS = 60_000;
/**
 * The longest wait for the answer to a mail that has left. The server may have accepted it, so who stops
 * waiting sends it twice. RFC 5321 (4.5.3.2.6) asks for ten minutes.
 */
const ANSWER_LIMIT_MS = 10 * MINUTE_MS;

/** `smtps:` uses TLS from the start. `smtp:` uses TLS if the server offers it. */
export function openMailer(
  { outgoing, smtpUrl, mailFrom }: { outgoing: Outgoing; smtpUrl: string; mailFrom: string },
  { leaveMs = LEAVE_LIMIT_MS } = {},
): Mailer {
  const silenceMs = Math.min(SILENCE_LIMIT_MS, leaveMs);
  const transport = createTransport({
    // Options in the query of the URL override those below.
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    // A mail that has not left in time is aborted before.
    socketTimeout: leaveMs + ANSWER_LIMIT_MS,
    dnsTimeout: silenceMs,
    requireTLS: sendsPassword(smtpUrl),
  });
  transport.use('stream', ({ data, message }, done) => {
    // Nodemailer passes a mail's own fields on to plugins. Its type of the data does not name them.
    const { departure } = data as Partial<DepartingMail>;
    if (departure)
      message.processFunc((text) => Readable.from(departing(text, departure), asBytes));
    done();
  });
  const domain = /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost';
  return {
    async send(mail, isOurs = () => true) {
      outgoing.requireOpen();
      const limit = new AbortController();
      let timer = setTimeout(() => limit.abort(tooLate()), leaveMs);
      const onSent = () => {
        clearTimeout(timer);
        timer = setTimeout(() => limit.abort(tooLate()), ANSWER_LIMIT_MS);
      };
      try {
        const departingMail: DepartingMail = {
          departure: { isOurs, onSent },
          // Each attempt sends the same id, so that a mail server can recognise a repeated mail.
          messageId: `<${mail.id}@${domain}>`,
          date: mail.created_at,
          from: mailFrom,
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: mail.body,
          html: mail.html,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(mail.stopUrl ? { 'List-Unsubscribe': `<${mail.stopUrl}>` } : {}),
          },
          xMailer: false,
          signal: limit.signal,
        };
        await transport.sendMail(departingMail);
      } catch (error) {
        throw refusal(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

type Departure = { isOurs: () => boolean; onSent: () => void };
type DepartingMail = SendMailOptions & { departure: Departure };
const asBytes = { objectMode: false };

/** The bytes of a mail. They are read when the server is ready for them, and not before. */
async function* departing(text: Readable, { isOurs, onSent }: Departure): AsyncGenerator<Buffer> {
  if (!isOurs()) throw new Error('Another worker may send this mail now');
  for await (const bytes of text) yield bytes as Buffer;
  onSent();
}

const tooLate = () => new DOMException('The mail server took too long', 'TimeoutError');

/**
 * True if a password is sent over a network. TLS is then required, even if an attacker in between hides that
 * the server offers it.
 */
function sendsPassword(smtpUrl: string): boolean {
  const { protocol, password, hostname } = new URL(smtpUrl);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'smtp:' && password !== '' && !isLoopback;
}

type SmtpError = Error & {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
};

function refusal(error: unknown): MailRefused {
  if (!(error instanceof Error)) return new MailRefused('unknown', false);
  const { code, command, response, responseCode, permanent, message }: SmtpError = error;
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA';
  const answer = isAboutTheMail ? (response ?? message) : (responseCode ?? message);
  const reason = `${code ?? error.name}: ${answer}`.replaceAll(/\s+/g, ' ').slice(0, 200);
  return new MailRefused(reason, isAboutTheMail && permanent === true);
}
