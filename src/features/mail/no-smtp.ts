/** What a mail has as `last_error` if no worker can send it. The operator reads it in `mail list`. */
export const NO_SMTP = 'The worker has no SMTP_URL, so this mail is never sent';
