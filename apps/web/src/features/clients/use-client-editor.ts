import type { ClientConfig, PartVersions, SavedClientConfig } from '@quarry/contracts';
import { getClientConfig } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { clientConfigQuery } from './queries.ts';
import { type HeldLock, useResourceLock } from './use-resource-lock.ts';

type Part = keyof ClientConfig;

/** A config that is read or edited. */
export interface ClientEditing {
  readonly name: string;
  readonly isEditing: boolean;
  /** As it was when the editing began. */
  readonly base: ClientConfig;
  readonly draft: ClientConfig;
  /** The versions that a save is based on. */
  readonly versions: PartVersions;
  readonly change: <P extends Part>(part: P, value: ClientConfig[P]) => void;
  readonly replace: (config: ClientConfig) => void;
  /** The parts that differ from the base. */
  readonly changes: Partial<ClientConfig>;
  readonly isDirty: boolean;
}

/** The parts of a config that differ from another. */
export function changedParts(base: ClientConfig, draft: ClientConfig): Partial<ClientConfig> {
  const known = new Map<string, unknown>(Object.entries(base));
  return Object.fromEntries(
    Object.entries(draft).filter(([part, value]) => JSON.stringify(value) !== JSON.stringify(known.get(part))),
  );
}

export interface ClientEditor extends ClientEditing {
  readonly lock: HeldLock;
  /** Takes the lock and reads the config anew. Throws ApiError. */
  readonly begin: () => Promise<void>;
  /** Drops the draft and releases the lock. */
  readonly cancel: () => Promise<void>;
  /** Reads the config anew, without the draft and without the lock. */
  readonly reload: () => Promise<void>;
  /** Puts an earlier config into the draft, with today's exclusions: those belong to the account's people. */
  readonly restore: (config: ClientConfig) => Promise<void>;
  readonly acceptVersions: (versions: PartVersions) => void;
  readonly finish: (saved: SavedClientConfig) => Promise<void>;
}

/** Reads a client's config, then edits a draft of it under its lock. */
export function useClientEditor(name: string, saved: SavedClientConfig): ClientEditor {
  const cache = useQueryClient();
  const lock = useResourceLock({ type: 'client-config', id: name });
  const [edited, setEdited] = useState<{ base: SavedClientConfig; draft: ClientConfig } | null>(null);
  const base = edited?.base ?? saved;
  const draft = edited?.draft ?? saved.config;
  const changes = edited === null ? {} : changedParts(base.config, draft);
  const { queryKey } = clientConfigQuery(name);

  async function read() {
    const latest = await call(getClientConfig, { name });
    cache.setQueryData(queryKey, latest);
    return latest;
  }
  async function begin() {
    await lock.acquire();
    const latest = await read();
    setEdited({ base: latest, draft: latest.config });
  }
  return {
    name,
    isEditing: edited !== null,
    base: base.config,
    draft,
    versions: base.versions,
    changes,
    isDirty: Object.keys(changes).length > 0,
    lock,
    change: (part, value) => setEdited((now) => now && { ...now, draft: { ...now.draft, [part]: value } }),
    replace: (config) => setEdited((now) => now && { ...now, draft: config }),
    begin,
    async restore(config) {
      if (edited === null) await begin();
      setEdited((now) => now && { ...now, draft: { ...config, excludeCompanyIds: now.draft.excludeCompanyIds } });
    },
    async cancel() {
      setEdited(null);
      await lock.release();
    },
    async reload() {
      setEdited(null);
      if (lock.lock?.isMine === true) await lock.release();
      await read();
    },
    acceptVersions: (versions) =>
      setEdited((now) => now && { ...now, base: { ...now.base, versions: { ...now.base.versions, ...versions } } }),
    async finish(latest) {
      cache.setQueryData(queryKey, latest);
      setEdited(null);
      await lock.release();
      await cache.invalidateQueries({ queryKey: ['client-config', name, 'versions'] });
    },
  };
}
