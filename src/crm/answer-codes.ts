/** The codes of answers that break HTTP or JSON. Such an answer may be a fault that passes, so it is asked for again. */
export const brokenAnswers = ['web_page', 'cut_json', 'not_json', 'empty', 'redirect'] as const;
export type BrokenAnswer = (typeof brokenAnswers)[number];

/** The codes of failures without a request: the address of the CRM is not one that the service may ask. */
export const forbiddenAddresses: readonly string[] = [
  'foreign_host',
  'foreign_path',
  'target_blocked',
];
