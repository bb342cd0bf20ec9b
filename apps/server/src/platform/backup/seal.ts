import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { SECRET_FILES } from './content.ts';
import type { Trailer } from './trailer.ts';

const deriveKey = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);
/** About half a second and 128 MiB for each guess of the passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

const sealed = z.object({ nonce: z.base64(), tag: z.base64(), body: z.base64() });
const secretFiles = z.partialRecord(z.enum(SECRET_FILES), z.string());

/** The content of the secret files, by their path in the data folder. */
export type SecretFiles = z.infer<typeof secretFiles>;

/** The keys of one backup: they encrypt its secrets and sign it. */
export interface Seal {
  encrypt(files: SecretFiles): string;
  /** Null if another passphrase encrypted the text, or it was changed. */
  decrypt(text: string): SecretFiles | null;
  sign(signed: Pick<Trailer, 'sha256' | 'manifestSha256'>): string;
  isSigned(signed: Pick<Trailer, 'sha256' | 'manifestSha256'>, hmac: string): boolean;
}

export const newSalt = (): string => randomBytes(16).toString('hex');

/** Derives the keys of a backup (scrypt). Each backup has a different salt. */
export async function openSeal(passphrase: string, salt: string): Promise<Seal> {
  const key = await deriveKey(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), 64, COST);
  const [encryptionKey, signingKey] = [key.subarray(0, 32), key.subarray(32)];
  const sign: Seal['sign'] = ({ sha256, manifestSha256 }) =>
    createHmac('sha256', signingKey).update(`${sha256} ${manifestSha256}`).digest('hex');
  return {
    encrypt(files) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(files), 'utf8'), cipher.final()]);
      const parts: z.infer<typeof sealed> = {
        nonce: nonce.toString('base64'),
        tag: cipher.getAuthTag().toString('base64'),
        body: body.toString('base64'),
      };
      return JSON.stringify(parts);
    },
    decrypt(text) {
      try {
        const { nonce, tag, body } = sealed.parse(JSON.parse(text));
        const decipher = createDecipheriv('aes-256-gcm', encryptionKey, Buffer.from(nonce, 'base64'), {
          authTagLength: 16,
        });
        decipher.setAuthTag(Buffer.from(tag, 'base64'));
        const plain = Buffer.concat([decipher.update(Buffer.from(body, 'base64')), decipher.final()]);
        return secretFiles.parse(JSON.parse(plain.toString('utf8')));
      } catch {
        return null;
      }
    },
    sign,
    isSigned: (signed, hmac) => sign(signed) === hmac,
  };
}
