/**
 * Runs one benchmark, or all of them at a million companies: `npm run bench -- [name] [companies]`; the
 * hammer takes seconds instead of companies, and a third argument chooses one target of the hammer or one connector.
 */
import { analysis } from './analysis.ts';
import { blastRadius } from './blast-radius.ts';
import { build } from './dataset-build.ts';
import { estimation } from './estimation.ts';
import { explorer } from './explorer.ts';
import { exportDataset } from './export.ts';
import { hammer } from './hammer.ts';
import { importCompaniesFile } from './import.ts';
import { importBeside } from './import-beside.ts';
import { interactionTimes } from './interactions.ts';
import { load } from './load.ts';
import { markets } from './markets.ts';
import { personas } from './personas.ts';
import { previews } from './previews.ts';
import { scoring } from './scoring.ts';
import { segments } from './segments.ts';
import { start } from './start.ts';
import { describeFields } from './statistics-of-fields.ts';
import { sync } from './sync.ts';
import { syncChanges } from './sync-changes.ts';
import { tags } from './tags.ts';
import { webSize } from './web-size.ts';

const [name, argument, target] = process.argv.slice(2);
const seconds = name === 'hammer' ? Number(argument ?? 30) : 30;

const BENCHES: Readonly<Record<string, (companies: number) => Promise<boolean>>> = {
  'web-size': webSize,
  analysis,
  'blast-radius': blastRadius,
  build,
  describe: describeFields,
  estimation,
  explorer,
  export: exportDataset,
  hammer: () => hammer(seconds, target),
  import: importCompaniesFile,
  'import-beside': importBeside,
  interactions: () => interactionTimes(50_000),
  load,
  markets,
  personas,
  previews,
  scoring,
  segments,
  start,
  sync: (companies) => sync(companies, target),
  'sync-changes': syncChanges,
  tags,
};

const chosen = name === undefined || name === 'all' ? Object.keys(BENCHES) : [name];
let isWithin = true;
for (const each of chosen) {
  const bench = BENCHES[each];
  if (bench === undefined)
    throw new Error(`Unknown benchmark ${each}. Choose from ${Object.keys(BENCHES).join(', ')}.`);
  console.log(`\n== ${each}`);
  isWithin = (await bench(Number(argument ?? 1_000_000))) && isWithin;
}
if (!isWithin) process.exitCode = 1;
