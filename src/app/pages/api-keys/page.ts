import type { PageDefinition } from '../page-definition.ts';

export const apiKeysPage: PageDefinition = {
  path: '/api-keys',
  title: { de: 'API-Schlüssel', en: 'API keys' },
  needs: 'see_api_keys',
  nav: { group: 'interfaces', icon: 'key' },
  words: 'token schlüssel key rotieren rotate scopes',
  begins: {
    title: { de: 'Schlüssel erstellen', en: 'Create key' },
    search: '?new=1',
    needs: 'make_api_keys',
  },
  load: () => import('./api-keys-page.tsx').then(({ ApiKeysPage }) => ({ Page: ApiKeysPage })),
};
