/** The `last_error` of a mail that no worker can send. The operator reads it in `mail list`. */
export const NO_SMTP = 'The worker has no SMTP_URL, so this mail is never sent';

/** The `last_error` of a mail of a sandbox. The sandbox shows the mail, and no worker ever sends it. */
export const IN_SANDBOX = 'This is a mail of a sandbox, so it is never sent';
