import { createTransport } from 'nodemailer';

type OutgoingMail = {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: Date;
  /** The page where the recipient stops such mails. */
  stopUrl?: string | undefined;
};

export type Mailer = {
  send(mail: OutgoingMail): Promise<void>;
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
 * The longest time for a whole mail. A limit for silence is not enough, because a server that sends its
 * replies byte by byte is never silent.
 */
const WHOLE_LIMIT_MS = 60_000;

/** `smtps:` uses TLS from the start. `smtp:` uses TLS if the server offers it. */
export function openMailer(smtpUrl: string, mailFrom: string, limitMs = WHOLE_LIMIT_MS): Mailer {
  const transport = createTransport({
    // Options in the query of the URL override those below.
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: Math.min(SILENCE_LIMIT_MS, limitMs),
    greetingTimeout: Math.min(SILENCE_LIMIT_MS, limitMs),
    socketTimeout: Math.min(SILENCE_LIMIT_MS, limitMs),
    dnsTimeout: Math.min(SILENCE_LIMIT_MS, limitMs),
    requireTLS: sendsPassword(smtpUrl),
  });
  const domain = /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost';
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          // Each attempt sends the same id, so that a mail server can recognise a repeated mail.
          messageId: `<${mail.id}@${domain}>`,
          date: mail.created_at,
          from: mailFrom,
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: mail.body,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(mail.stopUrl ? { 'List-Unsubscribe': `<${mail.stopUrl}>` } : {}),
          },
          xMailer: false,
          signal: AbortSignal.timeout(limitMs),
        });
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

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
