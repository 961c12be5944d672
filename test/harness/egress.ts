import { BlockList } from 'node:net';
import { afterEach } from 'vitest';
import type { Resolver } from '../../src/egress/resolver.ts';
import { UrlGuard } from '../../src/egress/url-guard.ts';
import { WebhookClient } from '../../src/egress/webhook-client.ts';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { receiverCa } from './receiver.ts';

/** Allows one more network, as an operator can. No test switches the guard off. */
export function allow(...addresses: string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) {
    list.addAddress(address, address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** A resolver that knows the given names and no others. */
export function namesOf(names: Record<string, readonly string[]>): Resolver {
  return { resolve: async (hostname) => names[hostname] ?? [] };
}

type Options = {
  resolver?: Resolver;
  allowed?: BlockList;
  timeoutMs?: number;
  ca?: string;
  proxyUrl?: string;
};

export function newClient({
  resolver = namesOf({ 'a.receiver.test': ['127.0.0.1'], 'elsewhere.test': ['127.0.0.1'] }),
  allowed = allow('127.0.0.1'),
  timeoutMs = 20_000,
  ca = receiverCa,
  proxyUrl,
}: Options = {}): WebhookClient {
  const outgoing = Outgoing.opened();
  const guard = new UrlGuard({ resolver, allowed });
  return new WebhookClient({ outgoing, guard, timeoutMs, ca, proxyUrl });
}

export function postTo(client: WebhookClient, url: string) {
  const headers = { 'svc-event-id': 'evt_1', 'svc-signature': 't=1,v1=00' };
  return client.send({ url, body: Buffer.from('{"type":"ping","ü":1.0}'), headers });
}

/** Closes what a test has opened, in reverse order. */
export function useClosing() {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });
  return <T extends { close(): Promise<void> }>(each: T): T => {
    open.push(each);
    return each;
  };
}
