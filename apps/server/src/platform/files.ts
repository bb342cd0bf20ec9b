import { Disk } from 'flydrive';
import type { Config } from './config.ts';
import { DurableFolder } from './durable-folder.ts';

/** The store of exports: a folder, or an S3-compatible store. */
export type Files = Disk;

/** Opens the configured store. The S3 driver and its SDK are loaded only if configured. */
export async function openFiles(config: Config, folder: string): Promise<Files> {
  if (config.s3 === null) return new Disk(new DurableFolder(folder));
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = config.s3;
  return new Disk(
    new S3Driver({
      bucket,
      region,
      visibility: 'private',
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      ...(accessKeyId === null || secretAccessKey === null ? {} : { credentials: { accessKeyId, secretAccessKey } }),
    }),
  );
}
