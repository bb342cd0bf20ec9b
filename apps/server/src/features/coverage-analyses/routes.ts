import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { checkCoverageDomains } from './check-coverage-domains.ts';
import { createCoverageAnalysis } from './create-coverage-analysis.ts';
import { deleteCoverageAnalysis } from './delete-coverage-analysis.ts';
import { getCoverageAnalysis } from './get-coverage-analysis.ts';
import { listCoverageAnalyses } from './list-coverage-analyses.ts';
import { readCoverageRun } from './read-coverage-run.ts';
import { runCoverageAnalysis } from './run-coverage-analysis.ts';
import { updateCoverageAnalysis } from './update-coverage-analysis.ts';

/** How well criteria cover target domains, for staff. */
export const coverageAnalysisDoors: readonly Door[] = [
  door(contracts.checkCoverageDomains, checkCoverageDomains),
  door(contracts.runCoverageAnalysis, runCoverageAnalysis),
  door(contracts.readCoverageRun, readCoverageRun),
  door(contracts.createCoverageAnalysis, createCoverageAnalysis),
  door(contracts.listCoverageAnalyses, listCoverageAnalyses),
  door(contracts.getCoverageAnalysis, getCoverageAnalysis),
  door(contracts.updateCoverageAnalysis, updateCoverageAnalysis),
  door(contracts.deleteCoverageAnalysis, deleteCoverageAnalysis),
];
