import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { isUnavailable } from '../db/database-error.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { type FieldPlaces, fieldIssues } from '../shared/errors/field-issues.ts';

/**
 * Turns any failure into an error of the catalogue. The text of an internal error stays in the log (D82,
 * D83).
 */
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
