import type { oas31 } from 'zod-openapi';
import { scopes } from '../../auth/scopes.ts';
import { errorCatalogue } from '../../shared/errors/errors.ts';
import { issueCodeNames, issueCodes } from '../../shared/errors/issue-codes.ts';

/** All codes of `errors[].code` with their meaning, as Markdown. */
const codeMeanings = Object.entries(issueCodes).map(([code, { en }]) => `\`${code}\`: ${en}`);

const place: oas31.SchemaObject = {
  type: 'object',
  description: 'What is wrong with one value of the request.',
  required: ['in', 'pointer', 'code', 'detail'],
  properties: {
    in: {
      type: 'string',
      description: 'In which part of the request.',
      examples: ['query', 'path', 'body', 'header'],
    },
    pointer: {
      type: 'string',
      description:
        'A JSON Pointer (RFC 6901) into the body, or the name of a parameter after a `/`.',
      examples: ['/due_date'],
    },
    code: {
      type: 'string',
      description: `What kind of fault it is, for programs. ${codeMeanings.join(' ')}`,
      examples: issueCodeNames,
    },
    detail: {
      type: 'string',
      description: 'What is expected, in English, for developers.',
    },
  },
};

/** RFC 9457, with the members that the contract names. */
export const problemSchema: oas31.SchemaObject = {
  type: 'object',
  description: 'The body of every error.',
  required: ['type', 'title', 'status', 'code', 'request_id'],
  properties: {
    type: {
      type: 'string',
      format: 'uri',
      description: 'The page of the errors, with the code as fragment.',
      examples: ['https://team.example/errors#not_found'],
    },
    title: {
      type: 'string',
      description: 'What went wrong, for people, in the language of `Content-Language`.',
      examples: [errorCatalogue.not_found.de, errorCatalogue.not_found.en],
    },
    status: {
      type: 'integer',
      description: 'The HTTP status again.',
      examples: [404],
    },
    code: {
      type: 'string',
      description: 'What went wrong, never localized. Match on this.',
      examples: Object.keys(errorCatalogue),
    },
    request_id: {
      type: 'string',
      format: 'uuid',
      description: 'As in `X-Request-Id`.',
    },
    detail: {
      type: 'string',
      description: 'What went wrong, in English, for developers. Only on some 4xx.',
    },
    errors: {
      type: 'array',
      description:
        'All that is wrong with the request. Only with `validation_error`, without `field`.',
      items: place,
    },
    field: {
      type: 'string',
      description:
        'The one field that a check refused. Only with `validation_error`, without `errors`.',
    },
    dimension: {
      type: 'string',
      description: 'The dimension of the catalog. Only with `kombination_ungueltig`.',
      examples: ['situation', 'personality', 'industry'],
    },
    id: {
      type: 'string',
      description: 'The id that is unknown or not visible. Only with `kombination_ungueltig`.',
    },
    required_scope: {
      type: 'string',
      description: 'The scope that is missing. Only with `insufficient_scope`.',
      examples: [...scopes],
    },
    retry_after: {
      type: 'integer',
      description: 'Seconds, as in `Retry-After`. Only with `rate_limited`.',
    },
  },
};
