import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { isUnavailable } from '../db/database-error.ts';
import { ApiError, type FieldIssue } from '../shared/errors.ts';
import { jsonPointer } from '../shared/json-pointer.ts';

type FieldPlaces = { path: ReadonlySet<string>; rest: 'query' | 'body' };

/** Every failure becomes one of the catalogue; what it said inside stays in the log (D82, D83). */
export function toApiError(error: unknown, places: FieldPlaces): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TRPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof z.ZodError) {
      return new ApiError('validation_error', { issues: fieldIssues(error.cause, places) });
    }
    return toApiError(error.cause ?? new Error(error.message), places);
  }
  return new ApiError(isUnavailable(error) ? 'unavailable' : 'internal', { cause: error });
}

/** All issues at once (D79). */
export function fieldIssues(error: z.ZodError, places: FieldPlaces): FieldIssue[] {
  return error.issues.flatMap((issue): FieldIssue[] => {
    const place = (path: PropertyKey[]) => ({
      in: places.path.has(String(path[0])) ? ('path' as const) : places.rest,
      pointer: jsonPointer(path.map(String)),
    });
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        ...place([...issue.path, key]),
        code: 'unrecognized_key',
        detail: 'This field is not known here.',
      }));
    }
    return [{ ...place(issue.path), code: issue.code, detail: issue.message }];
  });
}
