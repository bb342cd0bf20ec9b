import { createServer, type IncomingHttpHeaders } from 'node:http';

/** A request as a webhook received it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The answer to a request; null breaks the connection. */
export type ReceiverAnswer = { readonly status: number; readonly headers?: Record<string, string> } | null;

/** A server that webhooks are sent to. */
export interface WebhookReceiver {
  readonly url: string;
  /** The requests until now. */
  readonly received: Received[];
  close(): void;
}

/** Starts a receiver that answers each request, with its place among those received, as `answer` says. */
export async function startReceiver(answer: (place: number) => ReceiverAnswer): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const own = answer(received.length - 1);
      if (own === null) return void request.socket.destroy();
      response.writeHead(own.status, own.headers ?? {});
      response.end(`got ${request.headers.authorization ?? 'nothing'}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
