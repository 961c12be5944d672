import { commonPasswords } from '../auth/common-passwords.ts';
import { loadWebauthn } from '../auth/webauthn.ts';
import { loadPrisma } from '../db/prisma/prisma-loan.ts';
import { loadHttp } from '../egress/load-http.ts';
import { loadGenerator } from '../rest/openapi/reply.ts';
import { loadOnce } from '../shared/load/load-once.ts';

/**
 * Loads what a request would otherwise load, before the process is ready. The folder of a process that runs may be
 * replaced by the next release, and then nothing of this release is there any more.
 *
 * What is only needed by a request is not imported at once, because the command line and the tests import the same
 * files without a need for it. A start calls this as soon as it waits for something, such as the database.
 */
export const loadAhead = loadOnce(async () => {
  const loading = Promise.all([loadGenerator(), loadWebauthn(), loadHttp(), loadPrisma()]);
  commonPasswords();
  await loading;
});
