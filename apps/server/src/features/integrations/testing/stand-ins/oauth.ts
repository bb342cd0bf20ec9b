import { createHash, randomUUID } from 'node:crypto';

export interface OAuthOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accessTokenSeconds: number;
  /** Each refresh gives a new refresh token, and the one before is dead. */
  rotatesRefreshTokens: boolean;
  scopes: readonly string[];
}

interface Code {
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly expiresAt: number;
}

const CODE_MS = 5 * 60_000;

/** The sign-in of a stand-in: one account that consents at once. */
export class OAuth {
  readonly options: OAuthOptions;
  readonly #codes = new Map<string, Code>();
  readonly #accessTokens = new Map<string, number>();
  readonly #refreshTokens = new Set<string>();
  /** The refreshes that gave a token. */
  refreshes = 0;
  /** Every token that was ever given, for finding them where they must not be. */
  readonly issued: string[] = [];

  constructor(options: OAuthOptions) {
    this.options = options;
  }

  /** The address that the consent page leads back to; an error if the request was not well formed. */
  consent(query: Readonly<Record<string, string | undefined>>): { redirect: string } | { error: string } {
    if (query.client_id !== this.options.clientId) return { error: 'invalid client_id' };
    const back = URL.parse(query.redirect_uri ?? '');
    if (back === null) return { error: 'invalid redirect_uri' };
    const code = randomUUID();
    this.#codes.set(code, {
      redirectUri: query.redirect_uri ?? '',
      challenge: query.code_challenge ?? null,
      expiresAt: Date.now() + CODE_MS,
    });
    back.searchParams.set('code', code);
    if (query.state !== undefined) back.searchParams.set('state', query.state);
    return { redirect: back.href };
  }

  /** New tokens for a code or a refresh token, whose client has been checked; an OAuth error otherwise. */
  grant(form: Readonly<Record<string, string | undefined>>): Granted | { error: string } {
    if (form.grant_type === 'refresh_token') return this.#refresh(form.refresh_token ?? '');
    if (form.grant_type !== 'authorization_code') return { error: 'unsupported_grant_type' };
    const code = this.#codes.get(form.code ?? '');
    this.#codes.delete(form.code ?? '');
    const isProven =
      code !== undefined &&
      (code.challenge === null ||
        createHash('sha256')
          .update(form.code_verifier ?? '')
          .digest('base64url') === code.challenge);
    if (!isProven || code.redirectUri !== form.redirect_uri || code.expiresAt < Date.now()) {
      return { error: 'invalid_grant' };
    }
    return this.issue();
  }

  /** The app that may ask for tokens. */
  get app(): { clientId: string; clientSecret: string } {
    return { clientId: this.options.clientId, clientSecret: this.options.clientSecret };
  }

  isClient(id: string | undefined, secret: string | undefined): boolean {
    return id === this.options.clientId && secret === this.options.clientSecret;
  }

  isValid(authorization: string | undefined): boolean {
    const expiresAt = this.#accessTokens.get((authorization ?? '').replace(/^Bearer /, ''));
    return expiresAt !== undefined && expiresAt > Date.now();
  }

  /** Tokens of a connection that somebody made before. */
  issue(): Granted {
    const refreshToken = `refresh-${randomUUID()}`;
    this.#refreshTokens.add(refreshToken);
    this.issued.push(refreshToken);
    return { accessToken: this.#newAccessToken(), refreshToken };
  }

  /** As after the time of the access tokens. */
  expireAccessTokens(): void {
    this.#accessTokens.clear();
  }

  /** As if somebody removed the app from the account. */
  revokeAccess(): void {
    this.#accessTokens.clear();
    this.#refreshTokens.clear();
  }

  #refresh(token: string): Granted | { error: string } {
    if (!this.#refreshTokens.has(token)) return { error: 'invalid_grant' };
    this.refreshes += 1;
    if (!this.options.rotatesRefreshTokens) return { accessToken: this.#newAccessToken(), refreshToken: null };
    this.#refreshTokens.delete(token);
    return this.issue();
  }

  #newAccessToken(): string {
    const token = `access-${randomUUID()}`;
    this.#accessTokens.set(token, Date.now() + this.options.accessTokenSeconds * 1_000);
    this.issued.push(token);
    return token;
  }
}

export interface Granted {
  readonly accessToken: string;
  /** Null if the one from before stays valid. */
  readonly refreshToken: string | null;
}
