import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { addCompaniesToSegment } from './add-companies-to-segment.ts';
import { createSegment } from './create-segment.ts';
import { createSegmentFromCompanies } from './create-segment-from-companies.ts';
import { deleteSegment } from './delete-segment.ts';
import { getSegment } from './get-segment.ts';
import { getSegmentGrowth } from './get-segment-growth.ts';
import { listSegmentCompanies } from './list-segment-companies.ts';
import { listSegments } from './list-segments.ts';
import { previewSegment } from './preview-segment.ts';
import { refreshSegment } from './refresh-segment.ts';
import { startSegmentUpdate } from './start-segment-update.ts';
import { updateSegment } from './update-segment.ts';
import { validateSegmentName } from './validate-segment-name.ts';

export const segmentDoors: readonly Door[] = [
  door(contracts.listSegments, listSegments),
  door(contracts.createSegment, createSegment),
  door(contracts.getSegment, getSegment),
  door(contracts.updateSegment, updateSegment),
  door(contracts.deleteSegment, deleteSegment),
  door(contracts.validateSegmentName, validateSegmentName),
  door(contracts.startSegmentUpdate, startSegmentUpdate),
  door(contracts.refreshSegment, refreshSegment),
  door(contracts.previewSegment, previewSegment),
  door(contracts.listSegmentCompanies, listSegmentCompanies),
  door(contracts.getSegmentGrowth, getSegmentGrowth),
  door(contracts.createSegmentFromCompanies, createSegmentFromCompanies),
  door(contracts.addCompaniesToSegment, addCompaniesToSegment),
];
