/** What a mail has as `last_error` if no worker can send it. The operator reads it in `mail list`. */
export const NO_SMTP = 'The worker has no SMTP_URL, so this mail is never sent';

/** What a mail of a sandbox has. It is shown there, and no worker ever sends it. */
export const IN_SANDBOX = 'This is a mail of a sandbox, so it is never sent';
