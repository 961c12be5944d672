import type { Call } from '../../operation/call.ts';
import { ApiError, type FieldIssue } from '../../shared/errors/errors.ts';
import { fieldIssues } from '../../shared/errors/field-issues.ts';
import {
  type RecordedTraining,
  type RecordResult,
  recordedTraining,
  type SessionReport,
} from './intake.schema.ts';
import { takeInSessions } from './take-in-sessions.ts';

type Failure = Extract<RecordResult, { ok: false }>['error'];
type Read = { ok: true; report: SessionReport } | { ok: false; result: RecordResult };

/**
 * Records trainings that have ended, all in one transaction. If one is refused, its result says so,
 * and the others are recorded.
 */
export async function recordTrainings(
  call: Call,
  trainings: readonly RecordedTraining[],
): Promise<{ results: RecordResult[] }> {
  const read = trainings.map(readTraining);
  const reports = read.flatMap((one) => (one.ok ? [one.report] : []));
  const taken = await takeInSessions(call, reports);
  const results = new Map(reports.map((report, i) => [report, taken[i]]));
  return {
    results: read.map((one) => {
      if (!one.ok) return one.result;
      const { session_id } = one.report;
      const result = results.get(one.report);
      if (result instanceof ApiError) return { session_id, ok: false, error: failureOf(result) };
      if (!result?.training_id) throw new Error('A training has got no result');
      return { session_id, ok: true, training_id: result.training_id };
    }),
  };
}

function readTraining(training: RecordedTraining, n: number): Read {
  const parsed = recordedTraining.safeParse(training);
  if (!parsed.success) {
    const errors = fieldIssues(parsed.error, noPlaces).map((issue) => inTraining(issue, n));
    const { session_id } = training;
    const id = typeof session_id === 'string' ? session_id : null;
    return {
      ok: false,
      result: { session_id: id, ok: false, error: { code: 'validation_error', errors } },
    };
  }
  const { session_id, finished_at, duration_s, score, evaluated_at, ...start } = parsed.data;
  return {
    ok: true,
    report: {
      session_id,
      start,
      end: { status: 'completed', finished_at, duration_s },
      evaluation: score && { score, evaluated_at },
    },
  };
}

const noPlaces = { path: new Set<string>(), rest: 'body' } as const;

function inTraining(issue: FieldIssue, n: number): FieldIssue {
  return { ...issue, pointer: `/trainings/${n}${issue.pointer}` };
}

function failureOf({ code, details: { detail, field } }: ApiError): Failure {
  return { code, ...(detail ? { detail } : {}), ...(field ? { field } : {}) };
}
