import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { analyzeScoring } from './analyze-scoring.ts';
import { compareScoring } from './compare-scoring.ts';
import { createScoringConfig } from './create-scoring-config.ts';
import { deleteScoringConfig } from './delete-scoring-config.ts';
import { getScoreHistory } from './get-score-history.ts';
import { getScoreReceipt } from './get-score-receipt.ts';
import { getScoringConfig } from './get-scoring-config.ts';
import { listScoringConfigs } from './list-scoring-configs.ts';
import { previewScoring } from './preview-scoring.ts';
import { updateScoringConfig } from './update-scoring-config.ts';
import { validateDeleteScoringConfig } from './validate-delete-scoring-config.ts';

export const scoringDoors: readonly Door[] = [
  door(contracts.listScoringConfigs, listScoringConfigs),
  door(contracts.getScoringConfig, getScoringConfig),
  door(contracts.createScoringConfig, createScoringConfig),
  door(contracts.updateScoringConfig, updateScoringConfig),
  door(contracts.validateDeleteScoringConfig, validateDeleteScoringConfig),
  door(contracts.deleteScoringConfig, deleteScoringConfig),
  door(contracts.previewScoring, previewScoring),
  door(contracts.analyzeScoring, analyzeScoring),
  door(contracts.compareScoring, compareScoring),
  door(contracts.getScoreReceipt, getScoreReceipt),
  door(contracts.getScoreHistory, getScoreHistory),
];
