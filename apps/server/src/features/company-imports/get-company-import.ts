import { createInterface } from 'node:readline';
import type * as contracts from '@quarry/contracts';
import { companyMapping, LISTED_REJECTS } from '@quarry/contracts';
import { z } from 'zod';
import { importSummary } from '#server/features/universe/import/import-summary.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { StaffScope } from '#server/platform/scope.ts';
import { companyImportView, readImport } from './company-import.ts';
import { importRequest, rejectsKeyOf } from './import-request.ts';

const rejection = z.object({ line: z.number(), reason: z.string(), text: z.string() });

/** One import with its report and its first rejected rows. */
export const getCompanyImport: Verb<typeof contracts.getCompanyImport> = async (scope, { importId }) => {
  const found = await scope.read((tx) => readImport(tx, importId));
  const { row } = found;
  const summary = importSummary.nullable().parse(row.summary);
  const request = importRequest.parse(row.request);
  const isUploaded = request.fileId !== undefined;
  return {
    companyImport: companyImportView(found),
    report: summary,
    mapping: companyMapping.nullable().parse(request.mapping ?? null),
    rejects: isUploaded ? await firstRejects(scope, importId) : null,
    rejectsPath: isUploaded ? null : (summary?.rejectsPath ?? null),
  };
};

async function firstRejects({ files }: Pick<StaffScope, 'files'>, importId: string) {
  const key = rejectsKeyOf(importId);
  if (!(await files.exists(key))) return [];
  const input = await files.getStream(key);
  const rows: z.infer<typeof rejection>[] = [];
  for await (const line of createInterface({ input })) {
    rows.push(rejection.parse(JSON.parse(line)));
    if (rows.length === LISTED_REJECTS) break;
  }
  input.destroy();
  return rows;
}
