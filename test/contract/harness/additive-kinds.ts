/** A change to the operation of `additive-operation.ts`. Without a value, the place is removed. */
type Change = readonly [pointer: string, value?: unknown];
export type Kind = readonly [name: string, ...changes: Change[]];

const body = '/requestBody/content/application~1json/schema';
const answer = '/responses/200/content/application~1json/schema';
const problem = '/responses/409/content/application~1problem+json';
const query = '/parameters/0';
const optionalQuery = { name: 'status', in: 'query', schema: { type: 'string' } };

export const breaking: readonly Kind[] = [
  ['a removed operation', ['']],
  ['another operationId', ['/operationId', 'another']],
  ['another scope', ['/security/0/bearerAuth/0', 'things:admin']],
  ['one more scope', ['/security/0/bearerAuth/-', 'things:read']],
  ['a removed query parameter', [query]],
  [
    'a new query parameter that is required',
    ['/parameters/-', { ...optionalQuery, required: true }],
  ],
  ['a query parameter that becomes required', [`${query}/required`, true]],
  ['another type of a query parameter', [`${query}/schema/type`, 'string']],
  ['a lower maximum', [`${query}/schema/maximum`, 100]],
  ['a higher minimum', [`${query}/schema/minimum`, 2]],
  ['another default', [`${query}/schema/default`, 20]],
  ['a removed request body', ['/requestBody']],
  ['a request body that becomes required', ['/requestBody/required', true]],
  ['a removed request field', [`${body}/properties/note`]],
  [
    'a new request field that is required',
    [`${body}/properties/x`, { type: 'string' }],
    [`${body}/required/-`, 'x'],
  ],
  ['a request field that becomes required', [`${body}/required/-`, 'note']],
  ['another type of a request field', [`${body}/properties/title/type`, 'integer']],
  ['a request field that takes no null any more', [`${body}/properties/note/type`, 'string']],
  ['a removed value of a request enum', [`${body}/properties/role/enum/1`]],
  ['a new enum on a request field', [`${body}/properties/note/enum`, ['a', 'b']]],
  ['a lower maxLength', [`${body}/properties/title/maxLength`, 100]],
  ['a new maxLength', [`${body}/properties/note/maxLength`, 100]],
  ['a higher minLength', [`${body}/properties/title/minLength`, 2]],
  ['a new pattern', [`${body}/properties/title/pattern`, '^a']],
  ['a new format', [`${body}/properties/title/format`, 'uuid']],
  [
    'a free-form request field that is closed',
    [`${body}/properties/fields/additionalProperties`, false],
  ],
  ['a removed success status', ['/responses/201', { description: 'Created.' }], ['/responses/200']],
  ['a removed error status', ['/responses/409']],
  ['a removed error code', [`${problem}/examples/owner`]],
  ['another media type of an error', ['/responses/409/content', { 'application/json': {} }]],
  ['a removed response header', ['/responses/200/headers/X-Request-Id']],
  [
    'a response header that becomes optional',
    ['/responses/200/headers/X-Request-Id/required', false],
  ],
  [
    'another type of a response header',
    ['/responses/200/headers/X-Request-Id/schema/type', 'integer'],
  ],
  ['a removed response field', [`${answer}/properties/id`], [`${answer}/required/0`]],
  ['a removed response field that was optional', [`${answer}/properties/email`]],
  ['a removed field deeper in a response', [`${answer}/properties/score/properties/total`]],
  ['a response field that becomes optional', [`${answer}/required/0`]],
  ['another type of a response field', [`${answer}/properties/id/type`, 'integer']],
  [
    'another type of the items of a response field',
    [`${answer}/properties/scopes/items/type`, 'integer'],
  ],
  ['a response field that may be null now', [`${answer}/properties/id/type`, ['string', 'null']]],
  ['a closed set of values that grows in a response', [`${answer}/properties/kind/enum/-`, 'c']],
];

export const additions: readonly Kind[] = [
  ['nothing', ['/summary', 'Change a thing']],
  ['other words', ['/summary', 'Modify a thing'], ['/responses/200/description', 'It is done.']],
  ['a new optional query parameter', ['/parameters/-', optionalQuery]],
  ['a higher maximum', [`${query}/schema/maximum`, 500]],
  ['a new optional request field', [`${body}/properties/x`, { type: 'string' }]],
  ['a request field that becomes optional', [`${body}/required`, []]],
  ['a request field that takes null', [`${body}/properties/title/type`, ['string', 'null']]],
  ['a new value of a request enum', [`${body}/properties/role/enum/-`, 'guest']],
  ['a higher maxLength', [`${body}/properties/title/maxLength`, 200]],
  ['a new error status', ['/responses/410', { description: 'Gone.' }]],
  ['a new error code', [`${problem}/examples/seat_limit_reached`, { value: {} }]],
  ['a new response header', ['/responses/200/headers/X-New', { schema: { type: 'string' } }]],
  [
    'a new response field',
    [`${answer}/properties/x`, { type: 'string' }],
    [`${answer}/required/-`, 'x'],
  ],
  ['a response field that is always there now', [`${answer}/required/-`, 'email']],
  ['a response field that is never null now', [`${answer}/properties/user_id/type`, 'string']],
  ['a scope that is no longer needed', ['/security/0/bearerAuth', []]],
];
