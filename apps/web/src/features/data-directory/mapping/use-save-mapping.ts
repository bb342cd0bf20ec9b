import { type FieldMapping, type RecordType, saveFieldMapping, type UpdateStrategy } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../../lib/notify.ts';
import { integrationsQuery } from '../../integrations/queries.ts';

export interface MappingChange {
  readonly recordType: RecordType;
  readonly internalName: string;
  /** Null removes the mapping. */
  readonly externalName: string | null;
  readonly updateStrategy: UpdateStrategy;
}

/** Saves a mapping at once, as each change is made. */
export function useSaveMapping(integrationId: string) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const { queryKey } = integrationsQuery(clientName);

  /** Shows the change without fetching every connector again. */
  function cacheMapping({ recordType, internalName }: MappingChange, saved: FieldMapping | null) {
    const list = recordType === 'company' ? 'companies' : 'contacts';
    cache.setQueryData(queryKey, (old) =>
      old === undefined
        ? old
        : {
            ...old,
            integrations: old.integrations.map((integration) => {
              if (integration.id !== integrationId) return integration;
              const { mappingSettings } = integration;
              const others = mappingSettings[list].filter((mapping) => mapping.internalName !== internalName);
              return {
                ...integration,
                mappingSettings: { ...mappingSettings, [list]: saved === null ? others : [...others, saved] },
              };
            }),
          },
    );
  }
  return useMutation({
    mutationFn: async (changes: readonly MappingChange[]) => {
      const toast = notifyLoading('Saving mapping change...');
      try {
        for (const change of changes) {
          const { mapping } = await call(saveFieldMapping, { integrationId, ...change }, { client: clientName });
          cacheMapping(change, mapping);
        }
        notifySuccess('Mapping change saved', { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Error saving mapping change' });
        await cache.invalidateQueries({ queryKey });
      }
    },
  });
}
