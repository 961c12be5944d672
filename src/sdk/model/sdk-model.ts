/** A schema of the OpenAPI document, as far as the generators of the SDK read it. */
export type SdkSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, SdkSchema>;
  required?: string[];
  additionalProperties?: boolean | SdkSchema;
  items?: SdkSchema;
  anyOf?: SdkSchema[];
};

export type SdkParameter = {
  name: string;
  description: string;
  isRequired: boolean;
  schema: SdkSchema;
};

/** What the generators of all languages know of an operation. */
export type SdkOperation = {
  /** The `operationId` of the document. */
  id: string;
  /** The parts of its name: `crm.deals.list` is `['crm', 'deals', 'list']`. */
  name: string[];
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base path: `/users/{member_id}`. */
  path: string;
  summary: string;
  /** Markdown, with the scope and the privacy switch. */
  description: string;
  /** The scope of the key; null if the operation needs none. */
  scope: string | null;
  /** The parameters of the path, in its order. */
  ids: SdkParameter[];
  query: SdkParameter[];
  body: { schema: SdkSchema; isRequired: boolean; example: unknown } | null;
  status: number;
  /** The schema of the answer, by its name in `schemas`. */
  answer: string;
  /** If the answer is a list: the name of its items' schema, and whether pages follow by a cursor. */
  list: { item: string; hasCursor: boolean } | null;
  takesIdempotencyKey: boolean;
  /** The codes of its refusals, in the order of the catalogue. */
  errors: string[];
};

export type SdkError = { code: string; status: number; cause: string; cure: string };

export type SdkModel = {
  name: string;
  version: string;
  basePath: string;
  operations: SdkOperation[];
  /** The answers and their parts, by name. */
  schemas: Record<string, SdkSchema>;
  /** The bodies of webhooks, by the type of the event. */
  events: Record<string, { name: string; schema: SdkSchema }>;
  errors: SdkError[];
};
