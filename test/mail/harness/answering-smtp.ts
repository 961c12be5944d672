import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { readMail } from '../../harness/smtp.ts';

/** What becomes of a mail that the server has read: it is accepted, or the connection breaks without an answer. */
type Fate = 'accepted' | 'broken';

/** A mail server on loopback that keeps the id of each mail that it has read, before it answers. */
export async function answeringSmtp(fate: (nth: number) => Fate | Promise<Fate>) {
  const ids: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const finish = async (socket: Socket, raw: string): Promise<void> => {
    const nth = ids.push(readMail(raw).headers.get('message-id'));
    if ((await fate(nth)) === 'accepted') socket.write('250 accepted\r\n');
    else socket.destroy();
  };
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.write('220 here\r\n');
    let mail: string | undefined;
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (mail === undefined) {
        if (/^DATA/.test(text)) mail = '';
        socket.write(mail === undefined ? '250 ok\r\n' : '354 go on\r\n');
        return;
      }
      mail += text;
      if (!mail.endsWith('\r\n.\r\n')) return;
      const whole = mail;
      mail = undefined;
      finish(socket, whole).catch(() => socket.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, ids };
}
