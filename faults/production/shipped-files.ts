import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Checks } from '../checks.ts';

const FOLDER = fileURLToPath(new URL('../../docs/production', import.meta.url));

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z.object({ dockerfile: z.string() }).optional(),
      volumes: z.array(z.string()).default([]),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)]).default([]),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
});

/** Two numbers or a date: `18.6`, `RELEASE.2025-09-07T16-13-09Z`. */
const EXACT_TAG = /:(?:\d+(?:\.\d+){1,3}|RELEASE\.[\dTZ-]+)(?:-[\w-]+)?$/;

/** Checks that the compose file is valid, and that all it names exists and is explained. */
export function checkCompose(checks: Checks): void {
  const text = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');
  const { services, volumes } = composeFile.parse(parse(text, { merge: true }));
  const sources = Object.values(services).flatMap((service) => service.volumes.map((each) => each.split(':')[0] ?? ''));
  for (const source of new Set(sources)) {
    const isThere = source.startsWith('.') ? existsSync(join(FOLDER, source)) : source in volumes;
    checks.that(isThere, `the compose file mounts ${source}, which exists`);
  }
  for (const [name, { image, build, depends_on: needed }] of Object.entries(services)) {
    if (image !== undefined) checks.that(EXACT_TAG.test(image), `the image of ${name} has an exact version`, image);
    if (build !== undefined) checks.that(existsSync(join(FOLDER, '../..', build.dockerfile)), `${name} can be built`);
    checks.same(
      needed.filter((each) => !(each in services)),
      [],
      `${name} depends on services that exist`,
    );
  }
  // The comment at the top explains the .env file.
  const explained = text.slice(0, text.indexOf('\nname:'));
  const variables = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, variable = '']) => variable));
  for (const variable of variables) checks.that(explained.includes(variable), `${variable} is explained`);
  checks.note(`the compose file has ${Object.keys(services).length} services and ${variables.size} variables`);
}

/** Checks the syntax of the proxy's file with Caddy. */
export function checkProxy(checks: Checks): void {
  if (spawnSync('caddy', ['version']).status !== 0) {
    checks.note('the proxy file: skipped, because there is no caddy');
    return;
  }
  const { status, stderr } = spawnSync('caddy', ['validate', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
    cwd: FOLDER,
    encoding: 'utf8',
    env: { ...process.env, HOME: tmpdir(), QUARRY_PUBLIC_URL: 'https://quarry.example' },
  });
  checks.same(status, 0, `Caddy accepts the proxy file: ${stderr.trim().split('\n').at(-1)}`);
  checks.note('the proxy file: valid for Caddy');
}
