import {
  type CallOf,
  createExternalFields,
  getExternalFieldsCreation,
  type Integration,
  type OutputOf,
} from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { pause } from '../../../lib/pause.ts';

const POLL_MS = 3_000;

type NewFields = CallOf<typeof createExternalFields>['fields'];
type Creation = OutputOf<typeof getExternalFieldsCreation>;

/** Creates fields in a CRM and waits for the end. */
export function useCreateFields({ id: integrationId }: Integration, onEnd: (creation: Creation) => void) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (fields: NewFields) => {
      const options = { client: clientName };
      const { executionId } = await call(createExternalFields, { integrationId, fields }, options);
      for (;;) {
        await pause(POLL_MS);
        const creation = await call(getExternalFieldsCreation, { integrationId, executionId }, options);
        if (creation.status !== 'RUNNING') return creation;
      }
    },
    onSuccess: async (creation) => {
      // New fields are mapped, and the CRM has them now.
      await cache.invalidateQueries({ queryKey: ['integrations', clientName] });
      onEnd(creation);
    },
  });
}
