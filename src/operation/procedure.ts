import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import type { AppPermission, Permission } from '../auth/permissions.ts';
import type { PersonalObject } from '../auth/privacy.ts';
import type { RightOf, TeamWho } from '../auth/rights.ts';
import type { Because } from '../shared/errors/because.ts';
import type { ErrorCode } from '../shared/errors/errors.ts';
import { JsonText, type Versioned } from '../shared/json/json-text.ts';
import { DEFAULT_LANGUAGE } from '../shared/language/language.ts';
import { editVersion } from '../shared/schema/edit-version-input.ts';
import { type AppRequest, takeInApp } from './app-request.ts';
import type { Asking, MemberVisit, PersonVisit, RequestCall, TeamVisit, Visit } from './call.ts';
import { errorData, publicError } from './error-shape.ts';
import type { Tag } from './tags.ts';
import { noteTouched, type TouchedBySwitches } from './touched-by-switches.ts';

type Route<T extends z.ZodObject> = {
  path: `/${string}`;
  operationId: string;
  /** What customers write in every language of the SDK: `client.users.list()`. A published name never changes. */
  sdk: string;
  tag: Tag;
  summary: string;
  description?: string;
  /** Codes that do not follow from the method and the permission (spec, Endpoints). */
  errors?: readonly ErrorCode[];
  /** 200 unless the operation creates (201) or queues (202) something (D2). */
  status?: 200 | 201 | 202;
  /** The path of the collection, below which the created object can be read (D3). */
  createdAt?: `/${string}`;
  /** True if the answer contains labels in the language of the request (D78). */
  localised?: true;
  /** The answer if the operation's own check of a field fails (D80), for the document. */
  check?: { field: string; because: Because };
  /** Why the operation answers 404, if the body names what was not found. */
  notFound?: Because;
  /**
   * The field that contains the URL of a receiver. The transport checks this URL before the
   * operation (D152).
   */
  target?: string;
  /** The service sends something because of the operation. It is refused while nothing may be sent. */
  sends?: true;
} & (
  | { method: 'GET' | 'POST' | 'DELETE'; inApp?: ListInApp<T> & { name: string } }
  // Beside the inputs of REST, an edit in the app has the version that the person saw, and nothing else.
  | { method: 'PATCH'; inApp?: never }
);

export type OperationMeta = OpenApiMeta<{
  permission: Permission;
  sdk: string;
  status: number;
  errors: readonly ErrorCode[];
  createdAt: string | undefined;
  localised: boolean;
  check: Route<z.ZodObject>['check'];
  notFound: Because | undefined;
  target: string | undefined;
  sends: boolean;
  /** The fields of the input that only the app has. */
  inApp: z.ZodObject | undefined;
}>;

/** What each procedure declares. A procedure that only the app has declares only its right. */
export type ProcedureMeta = OperationMeta | { permission: AppPermission };

/** REST passes a call that it has checked. The app passes a request that checks each procedure. */
type Context = RequestCall | AppRequest;

/** What only the app can ask of a list. REST has neither these inputs nor these fields of the answer. */
type ListInApp<T extends z.ZodObject> = {
  /** The inputs, which `operation` puts into `ctx.inApp`. */
  input: T;
  /** The personal data of the answer, if it has more than that of REST. */
  personal?: PersonalObject;
};

/** What a public operation gets. */
type OperationCall<T> = RequestCall & {
  /** What only the app sends: the version that the person saw before an edit, or more filters of a list. */
  inApp?: T;
  /** The same call with what only the app has. */
  visit?: TeamVisit;
};

const isFromApp = (ctx: Context): ctx is AppRequest => 'inTeam' in ctx;

/**
 * The JSON-RPC code of `unauthorized`, and of a request that is refused as a whole. Both have the
 * same code, so that nobody can tell the two apart.
 */
export const REFUSED = -32600;

const trpc = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    // tRPC answers only the app. REST writes its own problem documents.
    errorFormatter({ shape, error, ctx }) {
      const { language, requestId } = ctx ?? { language: DEFAULT_LANGUAGE, requestId: null };
      const data = errorData(publicError(error), { language, requestId });
      const code = data.code === 'unauthorized' ? REFUSED : shape.code;
      return { code, message: data.title, data };
    },
  });

export const router = trpc.router;
/** Joins the routers of a noun, if it also has procedures that only the app has. */
export const mergeRouters = trpc.mergeRouters;

const versionInApp = z.object({ version: editVersion });

/** Makes a public procedure. CONTRIBUTING.md ("Add an operation") lists what a new one needs elsewhere. */
export function operation<T extends z.ZodObject = typeof versionInApp>(
  permission: Permission,
  route: Route<T>,
) {
  const { operationId: name, tag: section, method, path: at } = route;
  const { needsMemberDetail, refusedInApp, personal, scope } = permission;
  // Of several lists, some are closed (D185).
  const isClosed = needsMemberDetail || Array.isArray(scope);
  noteTouched({ name, section, rest: { method, path: at }, needsMemberDetail: isClosed, personal });
  if (refusedInApp) {
    const refused = { name: refusedInApp, needsMemberDetail: true, personal: undefined };
    noteTouched({ ...refused, section, rest: null });
  }
  if (route.inApp) {
    const { name, personal: inApp } = route.inApp;
    noteTouched({ name, section, rest: null, needsMemberDetail, personal: inApp ?? personal });
  }
  const own = route.method === 'PATCH' ? versionInApp : route.inApp?.input;
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
      sdk: route.sdk,
      status: route.status ?? 200,
      errors: route.errors ?? [],
      createdAt: route.createdAt,
      localised: route.localised ?? false,
      check: route.check,
      notFound: route.notFound,
      target: route.target,
      sends: route.sends === true,
      inApp: own,
    })
    .use(async ({ ctx, path, type, getRawInput, next }) => {
      if (isFromApp(ctx)) {
        const { app: right } = permission;
        const { target, sends = false } = route;
        const input = getRawInput;
        const needs = { right, needsMemberDetail: needsMemberDetail || refusedInApp !== undefined };
        const called = { ...needs, path, type, target, sends, input, personal };
        return ctx.inTeam(called, async (call) => {
          const { inApp, ...changes } = own ? takeInApp(await input(), own) : {};
          const ctx = { ...call, ...(inApp && { inApp }), visit: call } as OperationCall<
            z.output<T>
          >;
          // The type of `next` allows only one of the two changes at a time.
          const both = { ctx, ...changes };
          return next(both);
        });
      }
      // REST has checked the permission before it read the body (D1). An edit of REST names no version.
      return next({ ctx: ctx as OperationCall<z.output<T>> });
    });
}

/** An input to which the app adds fields, which `operation` takes out into `ctx.inApp`. */
export function inputWith<T extends z.ZodObject, M extends z.ZodObject>(schema: T, _inApp: M) {
  return schema as unknown as z.ZodType<z.output<T>, z.input<T> & z.input<M>>;
}

/** The input of an edit. In the app it also contains the version that the person saw. */
export const editOf = <T extends z.ZodObject>(schema: T) => inputWith(schema, versionInApp);

/** A procedure that only the app has, of a caller about whom the right says what the visit contains. */
function visitProcedure<V extends Visit>(right: RightOf<'anyone' | 'signed_in' | TeamWho>) {
  return trpc.procedure
    .meta({ permission: { app: right } })
    .use(({ ctx, path, type, getRawInput: input, next }) =>
      appRequest(ctx).visit({ ...plain, path, type, right, input }, (visit) =>
        next({ ctx: visit as V }),
      ),
    );
}

/** A procedure that everybody may call. */
export const openProcedure = (right: RightOf<'anyone'>) => visitProcedure<Visit>(right);

/** A procedure for a signed-in person, about the person's own account. */
export const personProcedure = (right: RightOf<'signed_in'>) => visitProcedure<PersonVisit>(right);

/** A procedure about the person's account and the team in which the person works. */
export const memberProcedure = (right: RightOf<TeamWho>) => visitProcedure<MemberVisit>(right);

/** The personal data in the answer of a procedure that only the app has. */
type ShowsPeople = Pick<TouchedBySwitches, 'name' | 'section'> & {
  /** Undefined if the answer has no personal fields, or if the whole procedure is refused. */
  personal: PersonalObject | undefined;
  /** The procedure is refused while `member_detail_enabled` is off. */
  needsMemberDetail?: true;
};

/** A procedure that only the app has, for a member, on the team in which the person works now. */
export function teamProcedure(right: RightOf<TeamWho>, more?: ShowsPeople | { sends: true }) {
  if (more && 'name' in more) noteTouched({ needsMemberDetail: false, ...more, rest: null });
  return trpc.procedure
    .meta({ permission: { app: right } })
    .use(({ ctx, path, type, getRawInput: input, next }) =>
      appRequest(ctx).inTeam({ ...plain, ...more, path, type, right, input }, (call) =>
        next({ ctx: call }),
      ),
    );
}

/**
 * A mutation that only the app has, and that asks another service first. `ask` runs before the transaction,
 * and the operation finds what that service answered in `ctx.answer`.
 */
export function askingProcedure<S extends z.ZodType, F>(
  right: RightOf<TeamWho>,
  schema: S,
  ask: (asking: Asking, input: z.output<S>) => Promise<F>,
) {
  return trpc.procedure
    .meta({ permission: { app: right } })
    .use(({ ctx, path, type, getRawInput: input, next }) => {
      const askParsed = async (asking: Asking): Promise<F> => {
        const parsed = schema.safeParse(await input());
        if (!parsed.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error });
        return ask(asking, parsed.data);
      };
      const called = { ...plain, sends: true, path, type, right, input, ask: askParsed };
      return appRequest(ctx).inTeam(called, (call, answer) =>
        next({ ctx: { ...call, answer: answer as F } }),
      );
    })
    .input(schema);
}

/** A mutation of the product's own backend, on the team that its input names. */
export function serviceProcedure(right: RightOf<'service'>) {
  return trpc.procedure
    .meta({ permission: { app: right } })
    .use(({ ctx, path, type, getRawInput: input, next }) =>
      appRequest(ctx).asService({ ...plain, path, type, right, input }, (call) =>
        next({ ctx: call }),
      ),
    );
}

/** A procedure of the command line of a person, on the team of its token. */
export function commandLineProcedure(right: RightOf<'command_line'>) {
  return trpc.procedure
    .meta({ permission: { app: right } })
    .use(({ ctx, path, type, getRawInput: input, next }) =>
      appRequest(ctx).byCommandLine({ ...plain, path, type, right, input }, (call) =>
        next({ ctx: call }),
      ),
    );
}

const plain = { needsMemberDetail: false, target: undefined, sends: false, personal: undefined };

function appRequest(ctx: Context): AppRequest {
  if (isFromApp(ctx)) return ctx;
  throw new Error('Only the app has this procedure');
}

const outputs = new Set<z.ZodType>();

/** Schemas that the OpenAPI document must describe, but that its generator does not find. */
export function documentedOutputs(): z.ZodType[] {
  return [...outputs];
}

/**
 * The output of a procedure whose answer PostgreSQL has written. The document shows `schema`, which must have
 * an id. The answer in the app is like `inApp`. The tests compare each answer with its schema.
 */
export function jsonOf<T extends z.ZodType, A extends z.ZodType = T>(schema: T, inApp?: A) {
  const output = z
    .custom<JsonText<z.output<A>>>((value) => value instanceof JsonText)
    .meta(shownAs(schema));
  if (inApp) ofApp.set(output, inApp);
  return output;
}

const ofApp = new WeakMap<z.ZodType, z.ZodType>();

/** The schema of the answer in the app, if it differs from that of REST. */
export const schemaInApp = (output: z.ZodType): z.ZodType | undefined => ofApp.get(output);

function shownAs(schema: z.ZodType) {
  const id = schema.meta()?.id;
  if (!id) throw new Error('A documented output needs an id');
  outputs.add(schema);
  return { override: { $ref: `#/components/schemas/${id}` } };
}

/** The output of an object that the app edits. In the app the answer also contains its version (`edits`). */
export function editableJsonOf<T extends z.ZodType, A extends z.ZodType = T>(schema: T, inApp?: A) {
  const output = jsonOf<T, A>(schema, inApp);
  editable.add(output);
  return output as unknown as z.ZodType<JsonText<Versioned<z.output<A>>>>;
}

const editable = new WeakSet<z.ZodType>();

/** True if the app's answer contains versions that the schema of REST does not describe. */
export const hasVersions = (output: z.ZodType): boolean => editable.has(output);
