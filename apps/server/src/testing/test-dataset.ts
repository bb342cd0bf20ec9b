import { FEATURE_FLAGS } from '@quarry/contracts';
import { clients } from '@quarry/postgres/tables/clients';
import { ensureFirstBuild } from '#server/features/builds/ensure-first-build.ts';
import { demoConfig } from '#server/features/client-configs/default-config.ts';
import { generateUniverse } from '#server/features/universe/generate/generate-universe.ts';
import { isUniverseEmpty } from '#server/features/universe/is-universe-empty.ts';
import type { Platform } from '#server/platform/scope.ts';

/** An account with a built dataset. */
export interface TestClient {
  readonly id: string;
  readonly name: string;
}

/** Creates an account with the demo's data points and builds its dataset over `companies` generated companies. */
export async function buildTestDataset(
  platform: Platform,
  { name, companies, seed = 7 }: { name: string; companies: number; seed?: number },
): Promise<TestClient> {
  if (await isUniverseEmpty(platform.warehouse))
    await generateUniverse({ warehouse: platform.warehouse, companies, seed });
  const id = await platform.db.asSystem(async (tx) => {
    const featureFlags = FEATURE_FLAGS.filter((flag) => flag !== 'useMarketsForSourcing');
    const [row] = await tx
      .insert(clients)
      .values({ ...demoConfig(), name, featureFlags })
      .returning({ id: clients.id });
    if (row === undefined) throw new Error(`The client ${name} was not created`);
    return row.id;
  });
  await ensureFirstBuild(platform, name);
  return { id, name };
}
