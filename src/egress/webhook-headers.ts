/** The headers of each request to a receiver, besides the headers about the event. */
export const webhookHeaders = {
  'user-agent': 'Team-API-Webhooks/1',
  'content-type': 'application/json',
  'accept-encoding': 'identity',
} as const;
