import { DEMO_SIGN_INS, type Demo, ensureDemo, finishDemo } from '#server/features/accounts/demo.ts';
import { ensureFirstBuild } from '#server/features/builds/ensure-first-build.ts';
import { ensureDemoContacts } from '#server/features/companies/demo-contacts.ts';
import { generateUniverse } from '#server/features/universe/generate/generate-universe.ts';
import { isUniverseEmpty } from '#server/features/universe/is-universe-empty.ts';
import type { Platform } from '#server/platform/scope.ts';

/** Seed of the demo's companies, so that every installation shows the same. */
const SEED = 1;

/** Makes the demo on the first start, companies and datasets included; later starts change nothing. */
export async function prepareDemo(platform: Platform): Promise<Demo> {
  const demo = await ensureDemo(platform);
  if (await isUniverseEmpty(platform.warehouse)) {
    const { companies } = platform.config.demo;
    platform.log.info({ companies }, 'generating the companies of the demo');
    await generateUniverse({ warehouse: platform.warehouse, companies, seed: SEED });
  }
  await Promise.all(['demo', 'acme'].map((name) => ensureFirstBuild(platform, name)));
  await finishDemo(platform);
  await ensureDemoContacts(platform, 'demo');
  return demo;
}

/** What the start says of the demo: the sign-ins, and the password if it was made up just now. */
export function demoAnnouncement(demo: Demo): string {
  const password =
    demo.generatedPassword === null
      ? 'Password: the one of the first start (QUARRY_DEMO_PASSWORD, or as printed then).'
      : `Password (shown once): ${demo.generatedPassword}`;
  const signIns = Object.values(DEMO_SIGN_INS).map((email) => `  ${email}`);
  return `Demo sign-ins:\n${signIns.join('\n')}\n${password}\n`;
}
