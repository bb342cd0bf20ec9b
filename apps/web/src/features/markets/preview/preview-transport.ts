import { abortMarketPreview, readMarketPreview, startMarketPreview } from '@quarry/contracts';
import { call } from '../../../lib/api.ts';
import { send } from '../../../lib/send.ts';
import { sessionHeaders } from '../../../lib/session.ts';
import type { PreviewTransport } from './poll-preview.ts';

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      window.clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = window.setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

// `keepalive` lets the request outlive the page. The server also ends previews that are no longer polled, so a lost
// request only costs time.
function abort(clientName: string, token: string): void {
  send(abortMarketPreview, { token }, { client: clientName, headers: sessionHeaders(), keepalive: true }).catch(
    (error: unknown) => console.debug('The preview could not be aborted on the server', error),
  );
}

export function previewTransport(clientName: string): PreviewTransport {
  return {
    start: async (request) => (await call(startMarketPreview, request, { client: clientName })).token,
    read: (token, signal) => call(readMarketPreview, { token }, { client: clientName, signal }),
    abort: (token) => abort(clientName, token),
    wait,
  };
}
