import { release } from '../model/release.ts';
import { Failure } from './failure.ts';
import { readAnswer } from './read-answer.ts';

/** Calls a procedure of the service by its name. */
export type Client = { call<T>(name: string, input: object): Promise<T> };

type Way = {
  server: string;
  token: string | null;
  /** The words with which a person starts this program. */
  program: string;
  signal: AbortSignal;
};

type Refusal = {
  code?: string;
  title?: string;
  detail?: string;
  explanation?: string;
  errors?: { detail: string }[];
  retry_after?: number;
  request_id?: string | null;
};

const TIMEOUT_MS = 30_000;

/** The service has refused a call. */
export class RefusedCall extends Failure {
  readonly code: string;

  constructor(code: string, message: string, hint?: string) {
    super(message, hint);
    this.code = code;
  }
}

/** The service has not answered, or something else has answered in its place. A later call may succeed. */
export class NoAnswer extends Failure {}

export function makeClient(way: Way): Client {
  return {
    async call<T>(name: string, input: object): Promise<T> {
      const { status, text } = await send(way, name, input);
      const answer = parsed(text);
      if (answer?.result) return answer.result.data as T;
      const refusal = answer?.error?.data;
      if (!refusal?.code) throw notTheService(way, status);
      throw refused(way, refusal);
    },
  };
}

async function send(
  { server, token, signal }: Way,
  name: string,
  input: object,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(`${server}/trpc/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'en',
        'svc-command-line': release.version,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(input),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return { status: response.status, text: await readAnswer(response) };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new NoAnswer(
      `Cannot reach ${server}: ${reasonOf(error)}.`,
      'Is the address right, and is the service running? --server names another one.',
    );
  }
}

type Answer = { result?: { data: unknown }; error?: { data?: Refusal } };

function parsed(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

function refused({ program, token }: Way, refusal: Refusal): RefusedCall {
  const { code = '', title, detail, explanation, errors, retry_after, request_id } = refusal;
  const words = sentence(explanation ?? detail ?? errors?.[0]?.detail ?? title ?? code);
  if (code === 'unauthorized' && token !== null) {
    return new RefusedCall(
      code,
      'Your login has ended.',
      `It ends after eight hours, in the app, with a new password, or with your right. Log in again:\n  ${program} login`,
    );
  }
  if (code === 'not_a_sandbox') {
    return new RefusedCall(
      code,
      words,
      `Your login is for a team that is no sandbox. Open a sandbox in the app, and log in again:\n  ${program} login`,
    );
  }
  if (retry_after !== undefined) {
    return new RefusedCall(code, words, `Try again in ${retry_after} seconds.`);
  }
  const isOurs = code === 'internal' && request_id;
  return new RefusedCall(code, words, isOurs ? `The request id is ${request_id}.` : undefined);
}

function notTheService({ server }: Way, status: number): Failure {
  if (status >= 500) {
    return new NoAnswer(`${server} is not available (HTTP ${status}).`, 'Try again in a moment.');
  }
  return new Failure(
    `${server} answers with HTTP ${status}, and not as this service does.`,
    'Look at the address: it is what stands before /docs and /app. --server names another one.',
  );
}

/** The message of `fetch` is only "fetch failed". The reason is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError') return 'no answer within 30 seconds';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return reasons[code] ?? (cause instanceof Error && cause.message ? cause.message : error.message);
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ECONNRESET: 'the connection was closed',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Node does not trust its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'Node does not trust its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Node does not trust its certificate',
};

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
