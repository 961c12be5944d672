import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { z } from 'zod';
import { isUnavailable } from '../db/database-error.ts';
import {
  AppError,
  type AppErrorCode,
  appErrorCatalogue,
  type StaleField,
  staleField,
} from '../shared/errors/app-errors.ts';
import { type Because, explanationOf, isBecause } from '../shared/errors/because.ts';
import {
  ApiError,
  type ErrorCode,
  errorCatalogue,
  type FieldIssue,
  RETRY_AFTER_503_S,
} from '../shared/errors/errors.ts';
import { fieldIssues } from '../shared/errors/field-issues.ts';
import type { Language } from '../shared/language/language.ts';

/**
 * The parts of a failure that the app gets. Only `title` and `explanation` are texts for people, in their
 * language.
 */
export type ErrorData = {
  code: ErrorCode | AppErrorCode;
  /** The name by which tRPC finds the HTTP status. */
  httpStatus: number;
  title: string;
  /** English, for programs. */
  detail?: string;
  /** The reason, if there is more to say than the title. */
  explanation?: string;
  field?: string;
  errors?: FieldIssue[];
  dimension?: string;
  id?: string;
  retry_after?: number;
  changes?: StaleField[];
  request_id: string | null;
};

type About = { language: Language; requestId: string | null };

const noPlaces = { path: new Set<string>(), rest: 'body' } as const;

/** Turns a failure into an error of one of the two catalogues. Internal text stays in the log. */
export function publicError(error: unknown): ApiError | AppError {
  if (error instanceof ApiError || error instanceof AppError) return error;
  if (isTrpcError(error)) {
    const { cause } = error;
    if (error.code === 'BAD_REQUEST' && cause instanceof z.ZodError) {
      return new ApiError('validation_error', { issues: fieldIssues(cause, noPlaces) });
    }
    const status = getHTTPStatusCodeFromError(error);
    if (status === 404) return new ApiError('not_found');
    if (status < 500) return new ApiError('bad_request', { status });
    return publicError(cause ?? new Error(error.message));
  }
  return new ApiError(isUnavailable(error) ? 'unavailable' : 'internal', { cause: error });
}

function isTrpcError(error: unknown): error is TRPCError {
  return error instanceof Error && error.name === 'TRPCError';
}

export function statusOf(error: ApiError | AppError): number {
  if (error instanceof AppError) return appErrorCatalogue[error.code].status;
  return error.details.status ?? errorCatalogue[error.code].status;
}

/**
 * The part of a refusal that is stored, so that a repeated call with the same `Idempotency-Key` gets the
 * refusal again.
 */
export function storedError(error: ApiError | AppError): Record<string, unknown> {
  if (error instanceof AppError) return { code: error.code, ...error.details };
  const { cause: _, ...details } = error.details;
  return { code: error.code, details };
}

/** Makes the refusal that `storedError` has stored. */
export function restoredError(stored: unknown): ApiError | AppError {
  const shape = storedShape.parse(stored);
  if ('details' in shape) return new ApiError(shape.code, shape.details);
  const { code, ...details } = shape;
  return new AppError(code, details);
}

const codesOf = <C extends string>(catalogue: Record<C, unknown>) =>
  z.custom<C>((code) => typeof code === 'string' && Object.hasOwn(catalogue, code));

// Another release may have stored a reason that this release does not know. The English detail stays.
const because = z.custom<Because>(isBecause).optional().catch(undefined);

const storedShape = z.union([
  z.object({ code: codesOf(errorCatalogue), details: z.looseObject({ because }) }),
  z.object({
    code: codesOf(appErrorCatalogue),
    because,
    detail: z.string().optional(),
    changes: z.array(staleField).optional(),
  }),
]);

export function errorData(error: ApiError | AppError, about: About): ErrorData {
  const { code } = error;
  const httpStatus = statusOf(error);
  const request_id = about.requestId;
  const later = httpStatus === 503 ? RETRY_AFTER_503_S : undefined;
  if (error instanceof AppError) {
    const title = appErrorCatalogue[error.code][about.language];
    const { because, detail, changes } = error.details;
    const explanation = because && explanationOf(because, about.language);
    const members = { detail, explanation, changes, retry_after: later };
    return { code, httpStatus, title, ...present(members), request_id };
  }
  const { because, ...details } = error.details;
  const entry = errorCatalogue[error.code];
  const members = {
    detail: httpStatus < 500 ? details.detail : undefined,
    explanation: because && explanationOf(because, about.language),
    field: details.field,
    errors: details.issues,
    dimension: details.dimension,
    id: details.id,
    retry_after: details.retryAfter ?? later,
  };
  return { code, httpStatus, title: entry[about.language], ...present(members), request_id };
}

function present<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}
