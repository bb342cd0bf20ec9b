import { type Demo, ensureDemo, finishDemo } from '#server/features/accounts/demo.ts';
import { DEMO_SIGN_INS } from '#server/features/accounts/identity/demo-users.ts';
import { ensureFirstBuild } from '#server/features/builds/ensure-first-build.ts';
import { ensureDemoContacts } from '#server/features/companies/demo-contacts.ts';
import { generateUniverse } from '#server/features/universe/generate/generate-universe.ts';
import { isUniverseEmpty } from '#server/features/universe/is-universe-empty.ts';
import { tables } from '#server/migrations.ts';
import type { Platform } from '#server/platform/scope.ts';

/** Fixed, so that every installation shows the same companies. */
const SEED = 1;

/** Creates the demo with its companies and datasets on the first start; later starts change nothing. */
export async function prepareDemo(platform: Platform): Promise<Demo> {
  const demo = await ensureDemo(platform);
  // Lost rows would look like a first start.
  if (platform.ledger.hasDamage()) return demo;
  if (await isUniverseEmpty(platform.warehouse)) {
    const { companies } = platform.config.demo;
    platform.log.info({ companies }, "generating the demo's companies");
    await platform.ledger.recordWrites(tables, (warehouse) => generateUniverse({ warehouse, companies, seed: SEED }));
  }
  await Promise.all(['demo', 'acme'].map((name) => ensureFirstBuild(platform, name)));
  await finishDemo(platform);
  await ensureDemoContacts(platform, 'demo');
  return demo;
}

/** The demo's sign-ins, with the password if it was generated just now. */
export function demoAnnouncement(demo: Demo): string {
  const signIns = Object.values(DEMO_SIGN_INS).map((email) => `  ${email}`);
  return `Demo sign-ins:\n${signIns.join('\n')}\n${passwordLine(demo)}\n`;
}

function passwordLine({ isNew, generatedPassword }: Demo): string {
  if (generatedPassword !== null) return `Password (shown once): ${generatedPassword}`;
  if (isNew) return 'Password: the one in QUARRY_DEMO_PASSWORD.';
  return 'Password: unchanged since the first start (QUARRY_DEMO_PASSWORD, or the one printed then).';
}
