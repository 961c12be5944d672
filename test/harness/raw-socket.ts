import { RawConnection } from './raw-connection.ts';
import { type ApiResponse, newResponse } from './response.ts';

/** Bytes as they are, on a connection of their own. */
export async function sendBytes(port: number, bytes: string | Buffer): Promise<ApiResponse> {
  const connection = new RawConnection(port);
  const answer = await connection.send(Buffer.from(bytes), { method: '(raw)' });
  connection.close();
  if (!answer) throw new Error('The connection was closed without an answer');
  return newResponse({ method: '(raw)', url: '(raw)' }, answer);
}
