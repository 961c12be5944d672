import { createTransport } from 'nodemailer';

type OutgoingMail = {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: Date;
};

export type Mailer = {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/**
 * The mail server refused a mail. The reason is short and without a secret; `final`: trying again
 * cannot help.
 */
export class MailRefused extends Error {
  override name = 'MailRefused';
  readonly reason: string;
  readonly final: boolean;

  constructor(reason: string, final: boolean) {
    // No text of the server: it may name the recipient, and the log shows an error's message and cause.
    super('the mail was not taken');
    this.reason = reason;
    this.final = final;
  }
}

const SILENCE_LIMIT_MS = 15_000;
/** A server that trickles its replies is never silent, so the whole mail has a limit as well. */
const WHOLE_LIMIT_MS = 60_000;

/** `smtps:` is TLS from the start; `smtp:` turns to TLS where the server offers it. */
export function openMailer(smtpUrl: string, mailFrom: string, limitMs = WHOLE_LIMIT_MS): Mailer {
  const transport = createTransport({
    // Options in the query of the URL win over those below.
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
          // Always the same for this mail, so that a mail server can recognise a second one.
          messageId: `<${mail.id}@${domain}>`,
          date: mail.created_at,
          from: mailFrom,
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: mail.body,
          headers: { 'Auto-Submitted': 'auto-generated' },
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
 * A password needs TLS on a network, even if an attacker in between hides that the server offers
 * TLS.
 */
function sendsPassword(smtpUrl: string): boolean {
  const { protocol, password, hostname } = new URL(smtpUrl);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'smtp:' && password !== '' && !isHere;
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
  const said = isAboutTheMail ? (response ?? message) : (responseCode ?? message);
  const reason = `${code ?? error.name}: ${said}`.replaceAll(/\s+/g, ' ').slice(0, 200);
  return new MailRefused(reason, isAboutTheMail && permanent === true);
}
