/** The rules of collection format 2.1 on which programs rely, for the parts that we write. */
const text = { type: 'string' };
const pairs = (...more: string[]) => ({
  type: 'array',
  items: {
    type: 'object',
    required: ['key', 'value'],
    additionalProperties: false,
    properties: {
      key: { type: 'string', minLength: 1 },
      value: text,
      description: text,
      ...(more.includes('disabled') ? { disabled: { type: 'boolean' } } : {}),
      ...(more.includes('type') ? { type: { enum: ['string', 'boolean', 'any', 'number'] } } : {}),
    },
  },
});

const url = {
  type: 'object',
  required: ['raw', 'host', 'path'],
  additionalProperties: false,
  properties: {
    raw: text,
    host: { type: 'array', items: text },
    path: { type: 'array', items: text },
    query: pairs('disabled'),
    variable: pairs(),
  },
};

const request = {
  type: 'object',
  required: ['method', 'header', 'url'],
  additionalProperties: false,
  properties: {
    method: { enum: ['GET', 'POST', 'PATCH', 'DELETE'] },
    header: pairs('disabled'),
    url,
    description: text,
    body: {
      type: 'object',
      required: ['mode', 'raw'],
      properties: { mode: { const: 'raw' }, raw: text, options: { type: 'object' } },
    },
  },
};

const response = {
  type: 'object',
  required: ['name', 'originalRequest', 'status', 'code', 'header', 'body'],
  properties: { code: { type: 'integer' }, originalRequest: request, header: pairs(), body: text },
};

const event = {
  type: 'object',
  required: ['listen', 'script'],
  properties: {
    listen: { enum: ['test', 'prerequest'] },
    script: {
      type: 'object',
      required: ['type', 'exec'],
      properties: { type: { const: 'text/javascript' }, exec: { type: 'array', items: text } },
    },
  },
};

const item = {
  type: 'object',
  required: ['name', 'request', 'response'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1 },
    request,
    response: { type: 'array', items: response },
    event: { type: 'array', items: event },
  },
};

export const postmanSchema = {
  type: 'object',
  required: ['info', 'item'],
  additionalProperties: false,
  properties: {
    info: {
      type: 'object',
      required: ['name', 'schema'],
      properties: {
        _postman_id: text,
        name: text,
        description: text,
        schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      },
    },
    auth: {
      type: 'object',
      required: ['type'],
      properties: { type: { const: 'bearer' }, bearer: pairs('type') },
    },
    variable: pairs('type'),
    item: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'item'],
        properties: { name: text, description: text, item: { type: 'array', items: item } },
      },
    },
  },
};
