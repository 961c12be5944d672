/** The parts of a schema of the OpenAPI document that the generators of the SDK use. */
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

/** An operation, as the generators of all languages see it. */
export type SdkOperation = {
  /** The `operationId` of the document. */
  id: string;
  /** The parts of its name: `crm.deals.list` is `['crm', 'deals', 'list']`. */
  name: string[];
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base path, such as `/users/{member_id}`. */
  path: string;
  summary: string;
  /** Markdown, with the scope and the privacy switch. */
  description: string;
  /** The scope that the key needs. Null if the operation needs none. */
  scopes: readonly string[];
  /** The parameters of the path, in the path's order. */
  ids: SdkParameter[];
  query: SdkParameter[];
  body: { schema: SdkSchema; isRequired: boolean; example: unknown } | null;
  status: number;
  /** The name of the answer's schema in `schemas`. */
  answer: string;
  /** The name of the schema of a list's items, and whether the list has a cursor. Null if it is no list. */
  list: { item: string; hasCursor: boolean } | null;
  takesIdempotencyKey: boolean;
  /** The codes of its errors, in the order of the catalogue. */
  errors: string[];
};

export type SdkError = { code: string; status: number; cause: string; cure: string };

export type SdkModel = {
  name: string;
  version: string;
  basePath: string;
  operations: SdkOperation[];
  /** All schemas of answers and of their parts, by name. */
  schemas: Record<string, SdkSchema>;
  /** The schemas of the events that webhooks send, by type. */
  events: Record<string, { name: string; schema: SdkSchema }>;
  errors: SdkError[];
};
