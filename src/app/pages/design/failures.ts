import { TRPCClientError } from '@trpc/client';
import type { ErrorData } from '../../../operation/error-shape.ts';

/** Makes a failure as it comes from the server. */
function failed(data: Omit<ErrorData, 'request_id'>): TRPCClientError<never> {
  const request_id = '019a1b2c-3d4e-7f60-8a1b-2c3d4e5f6a7b';
  const shape = { message: data.title, code: -32_603, data: { ...data, request_id } };
  return TRPCClientError.from({ error: shape as never });
}

export const broken = failed({ code: 'internal', httpStatus: 500, title: 'Internal error' });

const by = { kind: 'key', id: 'svck_live_0123' } as const;

export const stale = {
  error: failed({
    code: 'stale',
    httpStatus: 409,
    title: 'Somebody has changed something since',
    changes: [{ field: 'name', by, at: '2026-11-18T08:15:30.000Z' }, { field: 'description' }],
  }),
  mine: { name: 'Reports', description: null },
  newest: async () => ({
    fields: { name: 'Weekly reports', description: 'For the board' },
    version: '1',
  }),
};
