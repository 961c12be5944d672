import type { TestApi } from '../../harness/api.ts';
import type { Browser } from '../../harness/app.ts';

type Outcome = { data: unknown; code: unknown; status: number; isReplay: boolean };

/** A call with an Idempotency-Key. */
export async function post(
  browser: Browser,
  key: string,
  path: string,
  input: unknown,
): Promise<Outcome> {
  const headers = { 'idempotency-key': key };
  const response = await browser.post(path, JSON.stringify(input), headers);
  const { result, error } = (await response.json()) as {
    result?: { data: unknown };
    error?: { data: { code: string } };
  };
  const isReplay = response.headers.get('idempotency-replayed') === 'true';
  return { data: result?.data, code: error?.data.code, status: response.status, isReplay };
}

export const invite = (browser: Browser, key: string, email: string) =>
  post(browser, key, 'members.invite', { email });

export async function recordsOf(
  api: TestApi,
  key: string,
): Promise<{ body: Buffer; lineage_id: string }[]> {
  const text = 'select body, lineage_id from idempotency_record where key = $1';
  return (await api.sql.query(text, [key])).rows;
}
