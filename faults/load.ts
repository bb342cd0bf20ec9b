import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Caller } from './caller.ts';
import type { Chance } from './chance.ts';

const SEARCHERS = 4;
const SEARCHES: readonly object[] = [
  { search: 'a', parts: ['companies', 'tabs'] },
  { offset: 500, limit: 100, sortby: 'name', sortdirection: 'asc', parts: ['companies'] },
  { search: 'software', limit: 25 },
  { sortby: '__domain', sortdirection: 'desc', limit: 100, offset: 3_000 },
];
/** Pause between calls, to leave CPU time for others on the machine. */
const PAUSE_MS = 10;
const PAUSE_AFTER_FAILURE_MS = 100;

const schema = z.object({
  companiesSchema: z.array(z.object({ fieldName: z.string(), displayName: z.string(), dataBlock: z.unknown() })),
  appSettings: z.object({ companiesTableFields: z.array(z.string()).nullable() }),
});
const settings = z.object({ checklist: z.object({ done: z.array(z.string()) }) });

/** The values of one kind of write, which count up: the last sent and the last acknowledged. */
export interface Written {
  acknowledged: number;
  sent: number;
  acknowledgedCount: number;
}

export interface Writes {
  readonly userSettings: Written;
  readonly clientSettings: Written;
  readonly fieldName: Written;
}

/** People using a running server. */
export interface Load {
  /** Number of answers by status; 0 means none was received. */
  readonly statuses: Map<number, number>;
  /** Stops everyone and waits for their last answers. */
  stop(): Promise<void>;
}

export const noWrites = (): Writes => ({
  userSettings: { acknowledged: 0, sent: 0, acknowledgedCount: 0 },
  clientSettings: { acknowledged: 0, sent: 0, acknowledgedCount: 0 },
  fieldName: { acknowledged: 0, sent: 0, acknowledgedCount: 0 },
});

const NAME = 'Renamed';

/** The data point that is repeatedly renamed: the account's last one that can be. */
async function renamedField(caller: Caller): Promise<string> {
  const { companiesSchema } = await caller.ask('GET', '/app/client', undefined, schema);
  const fields = companiesSchema.filter(
    ({ fieldName, dataBlock }) => dataBlock !== null && !fieldName.startsWith('__') && fieldName !== 'name',
  );
  const field = fields.find(({ displayName }) => displayName.startsWith(NAME)) ?? fields.at(-1);
  if (field === undefined) throw new Error('There is no data point to rename');
  return field.fieldName;
}

/** Default columns that stand for a number: those at its binary digits. */
const columnsOf = (columns: readonly string[], value: number): string[] =>
  columns.filter((_column, digit) => Math.floor(value / 2 ** digit) % 2 === 1);
const valueOf = (columns: readonly string[], chosen: readonly string[]): number =>
  chosen.reduce((sum, column) => sum + 2 ** columns.indexOf(column), 0);

/** Runs several searchers and one writer of each kind until `stop`. */
export async function startLoad(caller: Caller, writes: Writes, chance: Chance): Promise<Load> {
  const fieldName = await renamedField(caller);
  const { companiesSchema } = await caller.ask('GET', '/app/client', undefined, schema);
  const columns = companiesSchema.map((field) => field.fieldName);
  const statuses = new Map<number, number>();
  let isOver = false;
  const counted = async (method: string, path: string, body: object): Promise<number> => {
    const { status } = await caller.send(method, path, body);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status !== 200) await sleep(PAUSE_AFTER_FAILURE_MS);
    return status;
  };
  const searcher = async () => {
    while (!isOver) {
      await counted('POST', '/app/companies/search', chance.pick(SEARCHES));
      await sleep(PAUSE_MS);
    }
  };
  const writer = async (written: Written, write: (value: number) => Promise<number>) => {
    while (!isOver) {
      written.sent += 1;
      const value = written.sent;
      if ((await write(value)) === 200) {
        written.acknowledged = value;
        written.acknowledgedCount += 1;
      }
      await sleep(PAUSE_MS);
    }
  };
  const everyone = [
    ...Array.from({ length: SEARCHERS }, searcher),
    writer(writes.userSettings, (value) =>
      counted('PUT', '/app/user-settings', { checklist: { done: [String(value)], isDismissed: false } }),
    ),
    writer(writes.clientSettings, (value) =>
      counted('POST', '/app/client/settings', { appSettings: { companiesTableFields: columnsOf(columns, value) } }),
    ),
    writer(writes.fieldName, (value) =>
      counted('PUT', `/app/dataset-fields/items/${fieldName}`, { displayName: `${NAME} ${value}` }),
    ),
  ];
  return {
    statuses,
    async stop() {
      isOver = true;
      await Promise.all(everyone);
    },
  };
}

/** Reads the stored value of each kind of write. */
export async function readWrites(caller: Caller): Promise<Record<keyof Writes, number>> {
  const account = await caller.ask('GET', '/app/client', undefined, schema);
  const own = await caller.ask('GET', '/app/user-settings', undefined, settings);
  const renamed = account.companiesSchema.find(({ displayName }) => displayName.startsWith(NAME));
  return {
    userSettings: Number(own.checklist.done[0] ?? 0),
    clientSettings: valueOf(
      account.companiesSchema.map(({ fieldName }) => fieldName),
      account.appSettings.companiesTableFields ?? [],
    ),
    fieldName: Number(renamed?.displayName.slice(NAME.length) ?? 0),
  };
}

/** True if each stored value is the last acknowledged one or was sent after it. */
export function isKept(writes: Writes, kept: Record<keyof Writes, number>): boolean {
  return Object.entries(kept).every(([kind, value]) => {
    const written = Object.entries(writes).find(([name]) => name === kind)?.[1];
    return written !== undefined && value >= written.acknowledged && value <= written.sent;
  });
}
