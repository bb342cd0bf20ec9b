import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keys derived from the installation's secret, and encryption of stored credentials. */
export interface Secrets {
  /** A 32-byte key for one purpose (HKDF-SHA256), so that no two uses share a key. */
  keyFor(purpose: string): Buffer;
  /** Encrypts with AES-256-GCM and a fresh nonce. The result names the key, so keys can be rotated. */
  encrypt(plain: string): string;
  /** Reverses `encrypt`. Throws if the text was changed or its key is unknown. */
  decrypt(sealed: string): string;
}

/** Creates the secrets. Earlier keys are only used to decrypt. */
export function createSecrets(secretKey: string, earlierKeys: readonly string[] = []): Secrets {
  const derive = (secret: string, purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'quarry', purpose, 32));
  const keyId = (secret: string): string =>
    createHash('sha256').update(derive(secret, 'key-id')).digest('hex').slice(0, 8);
  const known = new Map([secretKey, ...earlierKeys].map((secret) => [keyId(secret), secret]));
  return {
    keyFor: (purpose) => derive(secretKey, purpose),
    encrypt(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', derive(secretKey, 'credentials'), nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [
        'v1',
        keyId(secretKey),
        ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url')),
      ].join('.');
    },
    decrypt(sealed) {
      const [version, id, nonce, tag, body] = sealed.split('.');
      if (version !== 'v1' || id === undefined || nonce === undefined || tag === undefined || body === undefined) {
        throw new Error('The encrypted text has an unknown format');
      }
      const secret = known.get(id);
      if (secret === undefined) throw new Error(`The key ${id} that encrypted this text is not configured`);
      const decipher = createDecipheriv('aes-256-gcm', derive(secret, 'credentials'), Buffer.from(nonce, 'base64url'));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
    },
  };
}

/** The configured secret, or in development one generated into the data folder. */
export function loadSecretKey(configured: string | null, dataDir: string): string {
  if (configured !== null) return configured;
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) {
    // Renamed into place, so a crash can't leave a truncated key that would be used from then on.
    writeFileSync(`${path}.new`, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path, 'utf8').trim();
}
