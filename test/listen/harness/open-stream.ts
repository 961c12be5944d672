import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { onTestFinished } from 'vitest';
import type {
  EventLine,
  ListeningLine,
  StreamLine,
} from '../../../src/sdk/command-line/listen-lines.ts';
import { until } from '../../harness/until.ts';

type StreamOptions = { port: number; token: string; query?: Record<string, string> };

/** One connection to `/command-line/listen`, and the lines that came over it. */
export class OpenStream {
  readonly response: IncomingMessage;
  readonly lines: StreamLine[] = [];
  text = '';
  isClosed = false;
  #rest = '';

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.once('close', () => {
      this.isClosed = true;
    });
    response.on('error', () => undefined);
    onTestFinished(() => void response.destroy());
  }

  static async open({ port, token, query = {} }: StreamOptions): Promise<OpenStream> {
    const path = `/command-line/listen?${new URLSearchParams(query)}`;
    const headers = { authorization: `Bearer ${token}` };
    const asking = request({ port, host: '127.0.0.1', path, headers, agent: false });
    asking.end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const stream = new OpenStream(response);
    if (response.statusCode === 200) return stream.read();
    for await (const chunk of response) stream.text += chunk;
    return stream;
  }

  /** Starts to read. `pause` of the response stops the reading. */
  async read(): Promise<this> {
    this.response.on('data', (chunk: string) => {
      const lines = `${this.#rest}${chunk}`.split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.lines.push(JSON.parse(line) as StreamLine);
    });
    await until('the first line', () => this.lines.length > 0);
    return this;
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get first(): ListeningLine {
    const [line] = this.lines;
    if (line?.type !== 'listening') throw new Error('The first line says that it listens');
    return line;
  }

  get events(): EventLine[] {
    return this.lines.filter((line) => line.type === 'event');
  }

  get ids(): string[] {
    return this.events.map(({ id }) => id);
  }

  get endedFor(): string | undefined {
    return this.lines.find((line) => line.type === 'end')?.reason;
  }

  async gets(count: number): Promise<EventLine[]> {
    await until(`${count} events`, () => this.events.length >= count);
    return this.events;
  }

  async ends(): Promise<string | undefined> {
    await until('the stream to end', () => this.isClosed);
    return this.endedFor;
  }

  cut(): void {
    this.response.destroy();
  }
}

export type Answered = { event_id: string; status: number };

/** Reports answers, as the command line does. */
export async function reportTo(
  { port, token }: StreamOptions,
  listener: string,
  answers: readonly Answered[],
  more: object = {},
): Promise<number> {
  const reported = answers.map((answer) => ({ ...answer, ms: 12, error: null, excerpt: 'ok' }));
  const response = await fetch(`http://127.0.0.1:${port}/command-line/answers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ listener, answers: reported, ...more }),
  });
  await response.arrayBuffer();
  return response.status;
}
