import { register } from 'prom-client';

/** What `/metrics` answers. */
export async function metricsText(): Promise<{ contentType: string; body: string }> {
  return { contentType: register.contentType, body: await register.metrics() };
}
