import { signatureHeader } from '../../../src/features/webhooks/signature.ts';

const SECRET = 'whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM';
const BODY = '{"id":"evt_1","type":"ping","data":{"name":"Ä"}}';

/** `step`: the check that refuses the request. */
type Vector = { name: string; header: string; body: string; isGenuine: boolean; step: string };

/** Requests that a receiver must accept, and requests that it must refuse without crashing. */
export function signatureVectors(now = Math.floor(Date.now() / 1000)) {
  const good = signatureHeader(SECRET, BODY, now);
  const [, v1 = ''] = good.split(',v1=');
  const is =
    (isGenuine: boolean) =>
    (name: string, header: string, body = BODY) =>
      ({ name, header, body, isGenuine, step: stepOf(name, header) }) satisfies Vector;
  const [genuine, refused] = [is(true), is(false)];
  const vectors: Vector[] = [
    genuine('as it was sent', good),
    genuine('with a further part', `${good},v2=new`),
    genuine('parts in another order', `v1=${v1},t=${now}`),
    genuine('almost five minutes old', signatureHeader(SECRET, BODY, now - 280)),
    refused('more than five minutes old', signatureHeader(SECRET, BODY, now - 310)),
    refused('another secret', signatureHeader(`${SECRET}x`, BODY, now)),
    refused('an empty secret', signatureHeader('', BODY, now)),
    refused('another time', good.replace(`${now}`, `${now + 1}`)),
    refused('another body', good, BODY.replace('evt_1', 'evt_2')),
    refused('a body written again', good, JSON.stringify(JSON.parse(BODY), null, 2)),
    refused('a body without its last byte', good, BODY.slice(0, -1)),
    refused('an empty body', good, ''),
    ...[
      '',
      ',',
      '=',
      '=,=',
      't',
      't=',
      'v1=',
      't=,v1=',
      `t=${now}`,
      `v1=${v1}`,
      `t=${now},v1=`,
      `t=${now},v1=00`,
      `t=${now},v1=${'0'.repeat(64)}`,
      `t=${now},v1=${'z'.repeat(64)}`,
      `t=${now},v1=${v1.slice(0, 62)}`,
      `t=${now},v1=${v1}00`,
      `t=x${now},v1=${v1}`,
      `t=-${now},v1=${v1}`,
      `t=${now}.0,v1=${v1}`,
      `t=${'9'.repeat(400)},v1=${v1}`,
      `t[]=${now},v1[]=${v1}`,
      `t=${now};v1=${v1}`,
      'x'.repeat(10_000),
      '%00%ff&t=1',
    ].map((header) => refused(`the header ${header.slice(0, 40)}`, header)),
  ];
  return { secret: SECRET, vectors };
}

function stepOf(name: string, header: string): string {
  if (header === '') return 'missing header';
  return name === 'more than five minutes old' ? 'old timestamp' : 'wrong signature';
}
