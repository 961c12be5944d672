import { expect, test } from 'vitest';
import type { Claimed } from '../../src/worker/delivery/claim.ts';
import { hideHostErrors } from '../../src/worker/delivery/hide-host-errors.ts';

const provenOrigin = 'https://hooks.example.com';
const refused = { code: null, ms: 12, excerpt: null, error: 'connect_refused' };

function shownAttempt(url: string) {
  const endpoint = { url, provenOrigin } as Claimed['endpoint'];
  return hideHostErrors(refused, { endpointId: 'whe_1', endpoint });
}

test.each(['', '/', '/a?b', '?b', ':443/a'])(
  'a host that has answered 2xx is described exactly: …%s',
  (rest) => {
    expect(shownAttempt(provenOrigin + rest)).toEqual(refused);
  },
);

test.each(['.strangers.example/', 'munity/', ':8443/', ':4430/', '@strangers.example/'])(
  'a host whose URL only begins with the address of that host is not described: …%s',
  (rest) => {
    expect(shownAttempt(provenOrigin + rest)).toEqual({ ...refused, ms: null, error: 'no_answer' });
  },
);
