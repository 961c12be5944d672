/** The base path ends in the version of the contract (spec, Versioning 1). */
export const BASE_PATH = '/api/public/v1';
export const DOCUMENT_NAME = '/openapi.v1.json';
