import {
  AppError,
  exportConfig,
  isLinkedInExport,
  type SegmentExportConfig,
  type SegmentExportType,
} from '@quarry/contracts';
import { z } from 'zod';
import { seesPhoneNumbers } from '#server/features/accounts/phone-numbers.ts';
import { readDatasetSchema } from '#server/features/datasets/dataset-schema.ts';
import { findPersona } from '#server/features/segments/personas/persona.ts';
import { findSegment } from '#server/features/segments/segment.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { exportPlan, planExport } from '../export-plan.ts';

/** The values from which the statements of a segment's export are compiled, by every attempt again. */
export const segmentPlan = z.object({
  /** Of the companies' columns. */
  companies: exportPlan,
  /** The field with the names of companies; null if the account has none. */
  nameField: z.string().nullable(),
  hasPhoneNumbers: z.boolean(),
});
export type SegmentPlan = z.infer<typeof segmentPlan>;

/** A plan, and the segment's companies that it is for. */
export interface PlannedSegment {
  readonly plan: SegmentPlan;
  /** The run that readers see. */
  readonly run: number;
}

/** Plans the export of a segment. Throws NOT_FOUND, CONFLICT before it was computed, and DATASET_NOT_BUILT. */
export async function planSegmentExport(
  scope: Pick<ClientScope, 'client' | 'read' | 'caches'>,
  type: SegmentExportType,
  { segmentId, personaId, columns }: SegmentExportConfig,
): Promise<PlannedSegment> {
  const { run } = await scope.read(async (tx) => {
    const found = await findSegment(tx, scope.client.id, segmentId);
    if (personaId !== null) await findPersona(tx, scope.client.id, { segmentId, personaId });
    return found;
  });
  if (run === null) {
    throw new AppError('CONFLICT', 'The companies of this segment have not been calculated yet.', { segmentId });
  }
  const schema = await scope.read((tx) => readDatasetSchema(tx, scope.client));
  const datasetType = isLinkedInExport(type) ? 'DATASET_LINKEDIN_ADS' : 'DATASET';
  const companies = await planExport(scope, datasetType, exportConfig.parse({ columns }));
  const nameField = schema.find(({ ccmName }) => ccmName === 'firmographics/company_name')?.fieldName ?? null;
  return { run, plan: { companies, nameField, hasPhoneNumbers: seesPhoneNumbers(scope.client) } };
}
