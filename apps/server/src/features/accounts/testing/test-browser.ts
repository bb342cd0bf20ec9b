import type { CallOf, Endpoint } from '@quarry/contracts';
import type { FastifyInstance } from 'fastify';

/** A response as a browser sees it; `body` is any JSON. */
export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of many shapes
  readonly body: any;
  readonly headers: Record<string, unknown>;
  readonly setCookies: readonly { name: string; value: string; httpOnly?: boolean; sameSite?: string; path?: string }[];
}

/** Keeps cookies and the identity token between calls, as a browser and the web app do. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  idToken: string | null = null;
  readonly #app: FastifyInstance;
  readonly #ip: string;

  constructor(app: FastifyInstance, ip: string) {
    this.#app = app;
    this.#ip = ip;
  }

  /** Calls an endpoint; `client` names the account. */
  async call<E extends Endpoint>(endpoint: E, input: Partial<CallOf<E>> = {}, client?: string): Promise<Answer> {
    const response = await this.#app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      query: client === undefined ? {} : { client },
      remoteAddress: this.#ip,
      cookies: Object.fromEntries(this.cookies),
      headers: this.idToken === null ? {} : { authorization: `Bearer ${this.idToken}` },
      ...(endpoint.method === 'GET' ? {} : { payload: input }),
    });
    for (const cookie of response.cookies) {
      const isCleared = cookie.value === '' || (cookie.expires !== undefined && cookie.expires.getTime() < Date.now());
      if (isCleared) this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    const body = response.body === '' ? null : response.json();
    if (response.statusCode === 200 && typeof body?.idToken === 'string') this.idToken = body.idToken;
    return { status: response.statusCode, body, headers: response.headers, setCookies: response.cookies };
  }

  /** A browser with the same cookies and token: a stolen profile or a second tab. */
  copy(): TestBrowser {
    const other = new TestBrowser(this.#app, this.#ip);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    other.idToken = this.idToken;
    return other;
  }
}
