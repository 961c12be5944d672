import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import { authorise, type Permission } from '../auth/permissions.ts';
import type { ErrorCode } from '../shared/errors.ts';
import { JsonText } from '../shared/json-text.ts';
import type { RequestCall } from './call.ts';

type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** Codes beyond those that follow from the method and the permission (spec, Endpoints). */
  errors?: readonly ErrorCode[];
  /** 200 unless the operation creates (201) or queues (202) something (D2). */
  status?: 200 | 201 | 202;
  /** Where the created object can be read: the collection's path (D3). */
  createdAt?: `/${string}`;
  /** The answer has labels in the language of the request (D78). */
  localised?: true;
  /** What its own check of a value answers (D80): shown to those who read the document. */
  check?: { field: string; detail: string };
  /** What its 404 says was looked for, where that is named in the body. */
  notFound?: string;
  /** The field with a URL to be called later, judged before the operation begins (D152). */
  target?: string;
  /** Takes what is personal out of a stored response when the switch is off by now (D96). */
  withoutMemberDetail?: (body: Record<string, unknown>) => void;
};

export type OperationMeta = OpenApiMeta<{
  permission: Permission;
  status: number;
  errors: readonly ErrorCode[];
  createdAt: string | undefined;
  localised: boolean;
  check: Route['check'];
  notFound: string | undefined;
  target: string | undefined;
  withoutMemberDetail: Route['withoutMemberDetail'];
}>;

const trpc = initTRPC.context<RequestCall>().meta<OperationMeta>().create();

export const router = trpc.router;

/** How every procedure begins: its permission, its REST route, and nothing else to remember. */
export function operation(permission: Permission, route: Route) {
  return trpc.procedure
    .meta({
      openapi: {
        method: route.method,
        path: route.path,
        operationId: route.operationId,
        summary: route.summary,
        ...(route.description ? { description: route.description } : {}),
        tags: [route.tag],
        errorResponses: [],
      },
      permission,
      status: route.status ?? 200,
      errors: route.errors ?? [],
      createdAt: route.createdAt,
      localised: route.localised ?? false,
      check: route.check,
      notFound: route.notFound,
      target: route.target,
      withoutMemberDetail: route.withoutMemberDetail,
    })
    .use(({ ctx, next }) => {
      authorise(ctx.actor, permission);
      return next();
    });
}

const outputs = new Set<z.ZodType>();

/** What the document must describe besides what its generator finds. */
export function documentedOutputs(): z.ZodType[] {
  return [...outputs];
}

/**
 * The output of a procedure whose answer PostgreSQL has written: documented as `schema` (which has
 * an id), not parsed again. The contract tests check every such answer against the document.
 */
export function jsonOf<T extends z.ZodType>(schema: T) {
  const id = schema.meta()?.id;
  if (!id) throw new Error('A documented output needs an id');
  outputs.add(schema);
  return z
    .custom<JsonText<z.output<T>>>((value) => value instanceof JsonText)
    .meta({ override: { $ref: `#/components/schemas/${id}` } });
}
