import { describe, expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { rateOf } from '../harness/response.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi({ tickMs: 0 });

describe('D22: a request that the HTTP parser refuses is answered with the four headers and a problem with a fresh id', () => {
  const refused: [what: string, bytes: string, status: number][] = [
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a bad request line', `GET ${BASE_PATH}/me HTTP/9.9\r\nHost: a\r\n\r\n`, 400],
    ['a header without a name', `GET ${BASE_PATH}/me HTTP/1.1\r\n: a\r\n\r\n`, 400],
    [
      'a bad Content-Length',
      `POST ${BASE_PATH}/users HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n`,
      400,
    ],
    [
      'Content-Length and Transfer-Encoding',
      `POST ${BASE_PATH}/users HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
    ['a tunnel (CONNECT)', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 400],
    [
      'headers that are too large',
      `GET ${BASE_PATH}/me HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
    ],
  ];

  test.each(refused)('%s', async (_, bytes, status) => {
    const response = await api().sendBytes(bytes);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ status, code: 'bad_request' });
    expect(rateOf(response).limit).toBe(120);
    expect(response.headers).toMatchObject({ 'content-language': 'de', vary: 'Accept-Language' }); // D78
    expect((await api().sendBytes(bytes)).body.request_id).not.toBe(response.body.request_id);
  });

  test('a request that the HTTP parser refuses counts for its address (raw connections come from no proxy)', async () => {
    const before = await api().sendBytes('hello\r\n\r\n');
    const after = await api().sendBytes('hello\r\n\r\n');
    expect(rateOf(after).remaining).toBe(rateOf(before).remaining - 1);
  });
});
