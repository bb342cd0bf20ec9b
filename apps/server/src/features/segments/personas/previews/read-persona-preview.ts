import * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { PERSONA_PREVIEW_KIND } from './start-persona-preview.ts';

const { output } = contracts.readPersonaPreview.output.shape;

/** Reads a preview's progress or result. Each read keeps it alive. Throws NOT_FOUND. */
export const readPersonaPreview: Verb<typeof contracts.readPersonaPreview> = async (scope, { token }) => {
  const state = await scope.executions.read(scope.client.id, PERSONA_PREVIEW_KIND, token);
  return { ...state, output: output.parse(state.output) };
};
