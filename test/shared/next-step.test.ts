import { describe, expect, test } from 'vitest';
import {
  type CauseName,
  type Diagnosis,
  deliveryCauses,
  type SeenDelivery,
} from '../../src/shared/diagnosis/diagnose-delivery.ts';
import { type NextStep, nextStep } from '../../src/shared/diagnosis/next-step.ts';

type Status = SeenDelivery['endpoint']['status'];

const step = (status: Status, diagnosis: Partial<Diagnosis> | null) =>
  nextStep(
    { endpoint: { status } },
    diagnosis && {
      cause: null,
      obstacle: null,
      answer: null,
      alike: 1,
      isSameAnswer: false,
      ...diagnosis,
    },
  );

const names = Object.keys(deliveryCauses) as CauseName[];
const isHopeless = (cause: CauseName) => deliveryCauses[cause].repeat === 'change';

describe('the step that helps a delivery that has not arrived', () => {
  test('is never to resend it if the diagnosis says that repeating will not help', () => {
    for (const cause of names) {
      expect(step('active', { cause }) === 'resend', cause).toBe(!isHopeless(cause));
    }
  });

  test('is never to resend it while the endpoint is off', () => {
    for (const status of ['disabled', 'disabled_failures'] as const) {
      expect(step(status, null)).toBe('switch_on');
      for (const cause of names) {
        expect(['try', 'endpoint', 'switch_on']).toContain(step(status, { cause }));
        if (!isHopeless(cause)) expect(step(status, { cause })).toBe('switch_on');
      }
    }
  });

  const advised: [cause: CauseName, step: NextStep | null, whileOff: NextStep][] = [
    ['content', 'try', 'try'],
    ['unknown_field', 'try', 'try'],
    ['unauthorized', 'try', 'try'],
    ['not_found', 'endpoint', 'endpoint'],
    ['dns_error', 'endpoint', 'endpoint'],
    ['secret_unreadable', 'endpoint', 'endpoint'],
    // Nothing in the app mends a firewall or a certificate.
    ['forbidden', null, 'switch_on'],
    ['tls_error', null, 'switch_on'],
    ['timeout', 'resend', 'switch_on'],
  ];
  test.each(advised)('is what the advice asks for: after %s %s', (cause, active, whileOff) => {
    expect(step('active', { cause })).toBe(active);
    expect(step('disabled', { cause })).toBe(whileOff);
  });

  test('is at the endpoint only if the advice names its URL or its secret', () => {
    for (const cause of names.filter((name) => step('active', { cause: name }) === 'endpoint')) {
      expect(deliveryCauses[cause].en.todo).toMatch(/URL|secret|host/);
    }
  });

  test('is to switch the endpoint on if that holds the delivery, whatever came before', () => {
    for (const obstacle of ['switched_off', 'paused'] as const) {
      expect(step('disabled', { cause: 'content', obstacle })).toBe('switch_on');
    }
    for (const obstacle of ['endpoint_paused', 'tenant_disabled'] as const) {
      expect(step('disabled', { cause: 'content', obstacle })).toBe('switch_on');
      expect(step('active', { cause: 'content', obstacle })).toBe('resend');
    }
  });

  test('is to resend what nobody has tried yet', () => {
    expect(step('active', null)).toBe('resend');
  });
});
