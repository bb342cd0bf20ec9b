import { createHash } from 'node:crypto';
import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { noSegment } from '../persona.ts';
import { readSegmentAtRun } from '../search/segment-at-run.ts';
import { previewPeople } from './preview-people.ts';

export const PERSONA_PREVIEW_KIND = 'persona.preview';

const TIMEOUT_MS = 300_000;
const RESULT_TTL_MS = 600_000;
const MAX_CONCURRENT = 10;

/**
 * Starts a preview of the people that criteria find, or returns the token of one with the same input from the last ten
 * minutes. Throws NOT_FOUND.
 */
export const startPersonaPreview: Verb<typeof contracts.startPersonaPreview> = async (scope, input) => {
  const { client, warehouse } = scope;
  const { criteriaGroups: groups, previewType: type, limit, offset } = input;
  const segment = await scope.read((tx) => readSegmentAtRun(tx, client.id, input.segmentId));
  if (segment === null) throw noSegment(input.segmentId);
  const token = await scope.executions.start(
    {
      clientId: client.id,
      kind: PERSONA_PREVIEW_KIND,
      inputHash: createHash('sha256')
        .update(JSON.stringify([groups, type, limit, offset, segment, scope.ledger.revision()]))
        .digest('hex'),
      requestedBy: scope.user.email,
      timeoutMs: TIMEOUT_MS,
      resultTtlMs: RESULT_TTL_MS,
      maxConcurrent: MAX_CONCURRENT,
    },
    ({ signal }) => previewPeople(warehouse, { segment, groups, type, limit, offset }, signal),
  );
  return { token };
};
