import { afterAll, beforeAll } from 'vitest';
import { type ApiOptions, TestApi } from './api.ts';

/** Starts one API with one database for all tests of a file. */
export function useApi(options: ApiOptions = {}): () => TestApi {
  let api: TestApi | undefined;
  beforeAll(async () => {
    api = await TestApi.start(options);
  });
  afterAll(() => api?.stop());
  return () => {
    if (!api) throw new Error('The API is there only while tests run');
    return api;
  };
}
