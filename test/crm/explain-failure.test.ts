import { expect, test } from 'vitest';
import { failureTexts } from '../../src/app/pages/crm/condition-texts.ts';
import { explainFailure } from '../../src/app/pages/crm/explain-failure.ts';

const explained = (failure: Parameters<typeof explainFailure>[0]['failure']) =>
  explainFailure({ failure, provider: 'HubSpot', t: failureTexts.en, count: String }).what;

test('a removal that waits for a person says whether deals or objections from notes would go', () => {
  const counts = { reason: 'suspicious_deletion', gone: 23, of: 44 } as const;
  expect(explained(counts)).toBe('23 of 44 deals can no longer be seen in the CRM.');
  expect(explained({ ...counts, stream: 'notes' })).toBe(
    '23 of 44 objections from notes can no longer be seen in the CRM.',
  );
});

test('what came in place of data, and an address that is not allowed, are named', () => {
  const textFor = (code: string) => explained({ reason: 'unavailable', status: 200, code });
  expect(textFor('web_page')).toContain('returned a web page');
  expect(textFor('cut_json')).toContain('incomplete JSON');
  expect(textFor('redirect')).toContain('another address');
  expect(explained({ reason: 'unavailable', status: 503 })).toContain('(503)');
  for (const code of ['foreign_host', 'target_blocked']) {
    expect(explained({ reason: 'contract', code })).toContain('Address not allowed');
  }
});
