import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FSDriver } from 'flydrive/drivers/fs';

/** Files in a folder that are on disk, names included, once a write has ended: records of them commit durably. */
export class DurableFolder extends FSDriver {
  readonly #location: string;

  constructor(location: string) {
    super({ location, visibility: 'private' });
    this.#location = resolve(location);
  }

  override async put(...args: Parameters<FSDriver['put']>): Promise<void> {
    await super.put(...args);
    await this.#sync(args[0]);
  }

  override async putStream(...args: Parameters<FSDriver['putStream']>): Promise<void> {
    await super.putStream(...args);
    await this.#sync(args[0]);
  }

  /** The file and each folder on the way to it, any of which may be new. */
  async #sync(key: string): Promise<void> {
    const file = join(this.#location, key);
    await sync(file);
    for (let folder = dirname(file); folder.startsWith(this.#location); folder = dirname(folder)) await sync(folder);
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
