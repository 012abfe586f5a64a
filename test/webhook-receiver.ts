import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  url: string;
  received: Received[];
  /** Starts again at another address; calls to the previous one that are still under way are not recorded. */
  reset(): void;
  /** How the next calls are answered; 204 until it is set. */
  answer: (response: ServerResponse, request: IncomingMessage) => void;
  close(): Promise<void>;
}

/** A receiving system: a real HTTP server on a free port of the loopback. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let resets = 0;
  const accept: WebhookReceiver['answer'] = (response) => void response.writeHead(204).end();
  const receiver: WebhookReceiver = {
    url: '',
    received: [],
    reset() {
      resets += 1;
      receiver.url = `${receiver.url.replace(/\/hook.*/, '')}/hook${resets}`;
      receiver.received.length = 0;
      receiver.answer = accept;
    },
    answer: accept,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (!request.url?.startsWith(new URL(receiver.url).pathname)) return accept(response, request);
      receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      receiver.answer(response, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

/** Checks a delivery as docs/webhooks.md describes it: null, or the reason why it is refused. */
export function refusalOf({ headers, body }: Received, secret: string, now = Date.now()): string | null {
  const parts = String(headers['innspect-signature']).split(',');
  const seconds = Number(parts.find((part) => part.startsWith('t='))?.slice(2));
  if (!(Math.abs(now / 1000 - seconds) <= 300)) return 'too old';
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => Buffer.from(part.slice(3), 'hex'));
  const isRight = given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  return isRight ? null : 'wrong signature';
}
