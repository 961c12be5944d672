import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { AtEnd } from '../../harness/spawned.ts';
import { until } from '../../harness/until.ts';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  links?: { traceId: string; spanId: string }[];
  events?: unknown[];
  status: { code: number; message?: string };
};
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
};

export type SinkSpan = Omit<SentSpan, 'attributes'> & {
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
};

type Does = 'takes' | 'refuses' | 'hangs';

/** OpenTelemetry's numbers of the kinds of spans. */
export const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };

const plain = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector of OpenTelemetry on loopback: a real HTTP server that reads OTLP in JSON. */
export class Sink {
  readonly spans: SinkSpan[] = [];
  /** The bodies as they came. */
  readonly texts: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  readonly url: string;
  does: Does = 'takes';

  private constructor(url: string) {
    this.url = url;
  }

  static async start(atEnd: AtEnd = onTestFinished as AtEnd): Promise<Sink> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sink = new Sink(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (req, res) => {
      sink.headers.push({ ...req.headers, ':path': req.url });
      json(req).then(
        (body) => sink.#answer(body as Sent, res),
        () => res.destroy(),
      );
    });
    atEnd(async () => {
      server.closeAllConnections();
      server.close();
    });
    return sink;
  }

  /** Waits for a span, and returns it. */
  async span(what: string, isIt: (span: SinkSpan) => boolean): Promise<SinkSpan> {
    let found: SinkSpan | undefined;
    await until(what, () => {
      found = this.spans.find(isIt);
      return found;
    });
    if (!found) throw new Error(`There is no span: ${what}`);
    return found;
  }

  named(name: string): Promise<SinkSpan> {
    return this.span(`a span "${name}"`, (span) => span.name === name);
  }

  childrenOf({ spanId, traceId }: SinkSpan): SinkSpan[] {
    return this.spans.filter((one) => one.parentSpanId === spanId && one.traceId === traceId);
  }

  #answer(sent: Sent, res: ServerResponse): void {
    if (this.does === 'hangs') return;
    if (this.does === 'refuses') {
      res.writeHead(400).end('no');
      return;
    }
    this.texts.push(JSON.stringify(sent));
    for (const { resource, scopeSpans } of sent.resourceSpans) {
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        const attributes = plain(span.attributes);
        this.spans.push({ ...span, attributes, resource: plain(resource.attributes) });
      }
    }
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }
}
