import { createSocket } from 'node:dgram';
import { once } from 'node:events';

type Rcode = 'NOERROR' | 'SERVFAIL' | 'NXDOMAIN' | 'REFUSED';
type DnsRecord = { name: string; type: 'A' | 'AAAA' | 'CNAME'; value: string };
/** Null: the server does not answer. */
type Reply = { rcode?: Rcode; records?: DnsRecord[]; isTruncated?: boolean } | null;
type Question = { name: string; type: 'A' | 'AAAA' | string };

const rcodes: Record<Rcode, number> = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const types = { A: 1, CNAME: 5, AAAA: 28 };
const IN = 1;
const RESPONSE_FLAGS = 0x8180;
const TRUNCATED_FLAG = 0x0200;

/** Starts a real name server on loopback. The test gives its answers. */
export async function startNameServer(answer: (question: Question) => Reply) {
  const socket = createSocket('udp4');
  const questions: Question[] = [];
  socket.on('message', (message, { address, port }) => {
    const { question, end } = readQuestion(message);
    questions.push(question);
    const reply = answer(question);
    if (reply) socket.send(write(message.subarray(0, end), reply), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    questions,
    async close() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let position = 12;
  for (let length = message[position] ?? 0; length > 0; length = message[position] ?? 0) {
    labels.push(message.toString('latin1', position + 1, position + 1 + length));
    position += 1 + length;
  }
  const number = message.readUInt16BE(position + 1);
  const type = Object.entries(types).find(([, value]) => value === number)?.[0] ?? String(number);
  return { question: { name: labels.join('.').toLowerCase(), type }, end: position + 5 };
}

function write(
  question: Buffer,
  { rcode = 'NOERROR', records = [], isTruncated }: NonNullable<Reply>,
) {
  const head = Buffer.from(question);
  head.writeUInt16BE(RESPONSE_FLAGS | rcodes[rcode] | (isTruncated ? TRUNCATED_FLAG : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records.map(writeRecord)]);
}

function writeRecord({ name, type, value }: DnsRecord): Buffer {
  const data = type === 'CNAME' ? writeName(value) : writeAddress(value);
  const middle = Buffer.alloc(10);
  middle.writeUInt16BE(types[type], 0);
  middle.writeUInt16BE(IN, 2);
  middle.writeUInt32BE(60, 4);
  middle.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name), middle, data]);
}

function writeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`\0${label}`, 'latin1'));
  for (const label of labels) label[0] = label.length - 1;
  return Buffer.concat([...labels, Buffer.of(0)]);
}

/** Writes an IPv6 address without `::`. Resolvers accept this form. */
function writeAddress(address: string): Buffer {
  if (address.includes('.')) return Buffer.from(address.split('.').map(Number));
  return Buffer.from(
    address
      .split(':')
      .flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]),
  );
}
