import { storable } from '../../shared/schema/text.ts';
import type { BrokenAnswer } from '../answer-codes.ts';
import type { CrmResponse } from '../crm-api.ts';
import { CrmFailure, QuotaWait } from '../crm-failure.ts';
import type { RawAnswer } from './crm-exchange.ts';
import { type CrmJson, parseCrmJson } from './crm-json.ts';

/** The provider asks for a pause. `waitMs` is null if it does not say for how long. */
type Pause = { kind: 'pause'; waitMs: number | null };
/** A fault that may pass. `waitMs` is how long the provider says that it takes, or 0. */
type Broken = { kind: 'broken'; waitMs: number; failure: CrmFailure };

export type Verdict =
  | { kind: 'answer'; answer: CrmResponse }
  /** The provider refuses the credentials. It may accept renewed ones. */
  | { kind: 'refused' }
  | { kind: 'failure'; failure: CrmFailure }
  | Pause
  | Broken;

type Reader = {
  accept: readonly number[];
  /** False: an answer without a body is broken. */
  mayBeEmpty: boolean;
  /** True: a text was asked for, and no JSON. */
  isText?: boolean | undefined;
  explain(answer: CrmResponse): CrmFailure | QuotaWait | null;
};

/** Statuses of faults that pass. 423: another program of the customer holds the record for a moment. */
const passing = new Set([408, 423, 425]);

/** What an answer means by its status, its content type and the provider's own words. */
export function judge(raw: RawAnswer, { accept, mayBeEmpty, isText, explain }: Reader): Verdict {
  const { status } = raw;
  const isDone = status >= 200 && status <= 299;
  const answer = isText && isDone ? readText(raw) : readJson(raw);
  if (isDone) {
    if (!answer) return broken(status, whatCame(raw));
    const isEmpty = answer.body === null && raw.text.trim() === '';
    if (isEmpty && !mayBeEmpty) return broken(status, 'empty');
    return { kind: 'answer', answer };
  }
  if (status >= 300 && status <= 399) return broken(status, 'redirect');
  if (answer && accept.includes(status)) return { kind: 'answer', answer };
  // A gateway may have sent this page, and the provider may document such answers.
  const explained = explain(answer ?? { status, body: null, header: (name) => raw.header(name) });
  if (explained instanceof QuotaWait) return { kind: 'pause', waitMs: explained.waitMs };
  if (explained) return { kind: 'failure', failure: explained };
  return judgeStatus(raw, answer !== null);
}

function judgeStatus(raw: RawAnswer, isJson: boolean): Verdict {
  const { status } = raw;
  const waitMs = retryAfterMs(raw);
  if (status === 429) return { kind: 'pause', waitMs };
  if (passing.has(status) || status >= 500) {
    return {
      kind: 'broken',
      waitMs: waitMs ?? 0,
      failure: new CrmFailure('unavailable', { status }),
    };
  }
  if (status === 401 || status === 403) {
    // A gateway in front of the provider, such as Cloudflare, sent this page. It says nothing about the credentials.
    if (!isJson) return failure('unavailable', status, 'not_json');
    return status === 401 ? { kind: 'refused' } : failure('auth', status);
  }
  return failure('contract', status);
}

function broken(status: number, code: BrokenAnswer): Verdict {
  return { kind: 'broken', waitMs: 0, failure: new CrmFailure('unavailable', { status, code }) };
}

/** What came in place of JSON. A maintenance page, or an answer that was cut, says nothing about the data. */
function whatCame(raw: RawAnswer): BrokenAnswer {
  const type = raw.header('content-type') ?? '';
  if (/\bhtml\b/i.test(type) || /^\s*</.test(raw.text)) return 'web_page';
  return JSON_TYPE.test(type) ? 'cut_json' : 'not_json';
}

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\b/i;

function failure(
  reason: 'auth' | 'contract' | 'unavailable',
  status: number,
  code?: string,
): Verdict {
  return {
    kind: 'failure',
    failure: new CrmFailure(reason, { status, ...(code ? { code } : {}) }),
  };
}

/** A whole page in place of the text of a field, such as the notice of a gateway. */
const WEB_PAGE = /^\s*<(?:!doctype|html)\b/i;

/** Null if the body is a web page. */
function readText(raw: RawAnswer): CrmResponse | null {
  if (WEB_PAGE.test(raw.text)) return null;
  const body = raw.text.trim() === '' ? null : storable(raw.text);
  return { status: raw.status, body, header: (name) => raw.header(name) };
}

/** Null if the body is no JSON. */
function readJson(raw: RawAnswer): CrmResponse | null {
  const { status, text } = raw;
  const header = (name: string) => raw.header(name);
  // A provider names the missing permission. A gateway sends a 403 without a body.
  if (text.trim() === '') return status === 403 ? null : { status, body: null, header };
  const type = raw.header('content-type') ?? '';
  if (!JSON_TYPE.test(type)) return null;
  const body = parsed(text);
  return body === undefined ? null : { status, body, header };
}

/** Undefined if it is no JSON. The parser's own error would repeat a part of the text. */
function parsed(text: string): CrmJson | undefined {
  try {
    return parseCrmJson(text);
  } catch (error) {
    if (error instanceof CrmFailure) throw error;
    return undefined;
  }
}

/** Retry-After in milliseconds. The header gives seconds or a time. A time is compared with the provider's clock. */
export function retryAfterMs(answer: { header(name: string): string | null }): number | null {
  const text = answer.header('retry-after')?.trim();
  if (!text) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const ms = Date.parse(text) - Date.parse(answer.header('date') ?? '');
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}
