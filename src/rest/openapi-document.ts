import { generateOpenApiDocument } from 'trpc-to-openapi';
import { appRouter } from '../trpc/router.ts';
import { BASE_PATH } from './base-path.ts';

export function openApiDocument(): object {
  return generateOpenApiDocument(appRouter, {
    title: 'Team API',
    version: '1.0.0',
    baseUrl: BASE_PATH,
  });
}
