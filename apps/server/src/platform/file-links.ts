import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@quarry/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Platform } from './scope.ts';

/** A stored file as somebody is to receive it. */
export interface LinkedFile {
  /** Where it is kept. */
  readonly key: string;
  /** The name to save it under. */
  readonly filename: string;
  readonly contentType: string;
}

const PATH = '/api/files';
const linkQuery = z.object({
  key: z.string().max(500),
  name: z.string().max(500),
  type: z.string().max(100),
  until: z.string().regex(/^\d{1,15}$/),
  signature: z.string().max(100),
});

function sign(secrets: Platform['secrets'], parts: readonly string[]): string {
  return createHmac('sha256', secrets.keyFor('file-links')).update(JSON.stringify(parts)).digest('base64url');
}

/** Compared as texts: some characters of base64 could be changed without changing the bytes. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The header under which browsers save a file by its name, also one that is not in ASCII. */
export function contentDisposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A link to one file that works without sign-in until the given time: of the object store, or of this server. */
export async function fileLink(
  { config, files, secrets }: Pick<Platform, 'config' | 'files' | 'secrets'>,
  { key, filename, contentType }: LinkedFile,
  until: Date,
): Promise<string> {
  if (config.s3 !== null) {
    const expiresIn = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
    return files.getSignedUrl(key, { expiresIn, contentType, contentDisposition: contentDisposition(filename) });
  }
  const given = { key, name: filename, type: contentType, until: String(until.getTime()) };
  const query = new URLSearchParams({ ...given, signature: sign(secrets, Object.values(given)) });
  return `${config.publicUrl}${PATH}?${query.toString()}`;
}

/** Answers the links that `fileLink` makes to files in a folder. Any other address below is NOT_FOUND. */
export function mountFileLinks(app: FastifyInstance, { files, secrets }: Pick<Platform, 'files' | 'secrets'>): void {
  app.get(PATH, async (request, reply) => {
    const notFound = () =>
      new AppError('NOT_FOUND', 'This link does not work, or no longer. Please request a new one.');
    const { data } = linkQuery.safeParse(request.query);
    if (data === undefined) throw notFound();
    const { key, name, type, until, signature } = data;
    if (!isSame(signature, sign(secrets, [key, name, type, until]))) throw notFound();
    if (Number(until) <= Date.now() || !(await files.exists(key))) throw notFound();
    const { contentLength } = await files.getMetaData(key);
    return reply
      .headers({
        'content-type': type,
        'content-length': contentLength,
        'content-disposition': contentDisposition(name),
        'cache-control': 'private, no-store',
      })
      .send(await files.getStream(key));
  });
}
