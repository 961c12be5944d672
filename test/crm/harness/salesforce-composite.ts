import type { FakeAnswer, FakeRequest } from './fake-server.ts';

export type CompositePart = Pick<FakeRequest, 'path' | 'query'>;

type Subrequest = { method: string; url: string; referenceId: string };

const MOST_PARTS = 25;
const MOST_QUERIES = 5;

/** Answers several queries in one request, which counts once. Each has its own status, and may fail by itself. */
export function answerComposite(
  body: unknown,
  answerPart: (part: CompositePart) => FakeAnswer,
): FakeAnswer {
  const { compositeRequest: parts } = body as { compositeRequest: Subrequest[] };
  const queries = parts.filter(({ url }) => /\/query(All)?\?/.test(url));
  if (parts.length > MOST_PARTS || queries.length > MOST_QUERIES) {
    const message = 'The request has too many subrequests';
    return { status: 400, json: [{ message, errorCode: 'LIMIT_EXCEEDED' }] };
  }
  const texts = parts.map(({ method, url, referenceId }) => {
    if (method !== 'GET') throw new Error('The connector only reads');
    const { pathname: path, searchParams: query } = new URL(url, 'http://fake');
    const { status, json, text = JSON.stringify(json) } = answerPart({ path, query });
    const rest = JSON.stringify({ httpHeaders: {}, httpStatusCode: status, referenceId });
    return `{"body":${text},${rest.slice(1)}`;
  });
  return { status: 200, text: `{"compositeResponse":[${texts.join(',')}]}` };
}
