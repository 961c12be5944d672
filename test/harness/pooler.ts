import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;

/** The startup parameters that PgBouncer accepts by default. */
const usual = ['user', 'database', 'client_encoding', 'application_name', 'datestyle', 'timezone'];

/**
 * A proxy in front of the database at `url`. Like a pooler in session mode, it refuses a client with an unknown startup
 * parameter, and passes everything else on.
 */
export async function startPooler(
  url: string,
  allowed: readonly string[] = usual,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    client.once('data', (first) => begin(client, first));
  });
  const begin = (client: Socket, first: Buffer): void => {
    const code = first.readInt32BE(4);
    if (code === SSL_REQUEST) {
      client.once('data', (next) => begin(client, next)).write('N');
      return;
    }
    const stranger = code === CANCEL_REQUEST ? undefined : strangerIn(first, allowed);
    if (stranger !== undefined) {
      client.end(fatal(`unsupported startup parameter: ${stranger}`));
      return;
    }
    const database = keep(connect(Number(port), hostname));
    database.write(first);
    client.pipe(database).pipe(client);
    client.once('close', () => database.destroy());
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return through.href;
}

/** The first unknown parameter of a startup message. A zero byte ends each name and each value. */
function strangerIn(message: Buffer, allowed: readonly string[]): string | undefined {
  const texts = message.subarray(8).toString('latin1').split('\0');
  const names = texts.filter((text, i) => i % 2 === 0 && text !== '');
  return names.find((name) => !allowed.includes(name.toLowerCase()));
}

function fatal(text: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`, 'latin1');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
