import { createHmac } from 'node:crypto';
import { AppError } from '@quarry/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isSameText } from './is-same-text.ts';
import type { Platform } from './scope.ts';

/** A stored file and how it is downloaded. */
export interface LinkedFile {
  /** Key in the file store. */
  readonly key: string;
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

/** The `Content-Disposition` header for a download, with a fallback for non-ASCII names. */
export function contentDisposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A link to one file, on the object store or this server, that works without sign-in until it expires. */
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

/** Serves the links that `fileLink` creates for local files. */
export function mountFileLinks(app: FastifyInstance, { files, secrets }: Pick<Platform, 'files' | 'secrets'>): void {
  app.get(PATH, async (request, reply) => {
    const notFound = () => new AppError('NOT_FOUND', 'This link is invalid or has expired. Please request a new one.');
    const { data } = linkQuery.safeParse(request.query);
    if (data === undefined) throw notFound();
    const { key, name, type, until, signature } = data;
    if (!isSameText(signature, sign(secrets, [key, name, type, until]))) throw notFound();
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
