import type * as contracts from '@quarry/contracts';
import { AppError, UNDO_DAYS } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { beginJob } from '../begin-job.ts';
import { findJob, toIntegrationJob } from '../integration-job.ts';
import { integrationUndo, type UndoScope } from './run-undo.ts';

/** Starts to take back a sync, or to find out what that would do. Throws NOT_FOUND, CONFLICT and what `canStart` says. */
export const undoSync: Verb<typeof contracts.undoSync> = (scope, { jobId, isPreview, archiveCreated }) =>
  scope.change(async (tx) => {
    const stored = await findJob(tx, scope.client.id, jobId);
    const job = toIntegrationJob(stored);
    if (!job.canUndo) {
      throw new AppError(
        'CONFLICT',
        `Only an ended sync of the last ${UNDO_DAYS} days that wrote records can be taken back.`,
        { jobId },
      );
    }
    const undoScope: UndoScope = { kind: 'UNDO', isPreview, archiveCreated };
    const undoId = await beginJob(tx, scope.jobs, integrationUndo, {
      clientId: scope.client.id,
      integrationId: job.integrationId,
      taskName: isPreview ? 'Undo Preview' : 'Undo',
      scope: undoScope,
      requestedBy: scope.user.email,
      undoes: jobId,
    });
    return {
      result: { started: true, jobId: undoId },
      target: job.integrationType,
      targetId: job.integrationId,
      after: { jobId: undoId, undoes: jobId, isPreview, archiveCreated },
    };
  });
