/** An operation with an example of everything that a client can rely on. */
export function releasedOperation(id: string) {
  return {
    operationId: id,
    summary: 'Change a thing',
    security: [{ bearerAuth: ['things:write'] }],
    parameters: [
      {
        name: 'limit',
        in: 'query',
        schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      },
    ],
    requestBody: {
      required: false,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            additionalProperties: false,
            required: ['title'],
            properties: {
              title: { type: 'string', minLength: 1, maxLength: 120 },
              role: { type: 'string', enum: ['member', 'admin'] },
              note: { type: ['string', 'null'] },
              fields: { type: 'object' },
            },
          },
        },
      },
    },
    responses: {
      '200': {
        description: 'Done.',
        headers: { 'X-Request-Id': { required: true, schema: { type: 'string' } } },
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['id', 'score', 'scopes'],
              properties: {
                id: { type: 'string' },
                email: { type: 'string' },
                kind: { type: 'string', enum: ['a', 'b'] },
                user_id: { type: ['string', 'null'] },
                scopes: { type: 'array', items: { type: 'string' } },
                score: {
                  type: 'object',
                  required: ['total'],
                  properties: { total: { type: 'integer' } },
                },
              },
            },
          },
        },
      },
      '409': {
        description: 'Conflict.',
        content: {
          'application/problem+json': {
            schema: { type: 'object' },
            examples: { owner: { value: {} }, last_admin: { value: {} } },
          },
        },
      },
    },
  };
}

/** Sets the value at a JSON Pointer. Without a value, removes it. */
export function change(document: object, pointer: string, value?: unknown): void {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/'));
  const last = names.pop() ?? '';
  let place = document as Record<string, unknown>;
  for (const name of names) place = place[name] as Record<string, unknown>;
  if (value !== undefined) {
    if (Array.isArray(place) && last === '-') place.push(value);
    else place[last] = value;
  } else if (Array.isArray(place)) place.splice(Number(last), 1);
  else delete place[last];
}
