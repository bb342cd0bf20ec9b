import type * as contracts from '@quarry/contracts';
import { marketPreviewResult } from '@quarry/contracts';
import { z } from 'zod';
import type { Verb } from '#server/platform/mount.ts';
import { PREVIEW_KIND } from './start-market-preview.ts';

const output = z.object({ result: marketPreviewResult }).nullable();

/** Reads a preview's progress or result. Each read keeps it alive. Throws NOT_FOUND. */
export const readMarketPreview: Verb<typeof contracts.readMarketPreview> = async (scope, { token }) => {
  const state = await scope.executions.read(scope.client.id, PREVIEW_KIND, token);
  return { ...state, output: output.parse(state.output) };
};
