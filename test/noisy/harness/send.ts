import { request } from 'node:http';

export type NoisyRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

type Answered = { status: number; bytes: number; begin: string };

/** Sends the request, and counts the bytes of the answer without reading them. */
export function send(port: number, { body, ...options }: NoisyRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', ...options }, (response) => {
      let bytes = 0;
      let begin = '';
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) begin = chunk.toString('utf8', 0, 400);
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, begin }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
