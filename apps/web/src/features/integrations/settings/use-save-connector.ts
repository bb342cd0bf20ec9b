import { createIntegration, type Integration, updateIntegration } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../../lib/notify.ts';
import { cacheIntegration } from '../queries.ts';
import { type ConnectorDraft, credentialsOf, settingsOf } from './connector-draft.ts';

/** Saves the settings of a connector; creates a webhook that does not exist yet. */
export function useSaveConnector(integration: Integration | undefined, isWebhook: boolean) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (draft: ConnectorDraft): Promise<boolean> => {
      const toast = notifyLoading('Saving connector…');
      const settings = settingsOf(draft);
      const credentials = isWebhook ? { credentials: credentialsOf(draft) } : {};
      try {
        const saved =
          integration === undefined
            ? await call(
                createIntegration,
                { integrationType: 'WEBHOOK', credentials: credentialsOf(draft), ...settings },
                { client: clientName },
              )
            : await call(
                updateIntegration,
                { integrationId: integration.id, ...settings, ...credentials },
                { client: clientName },
              );
        await cacheIntegration(cache, clientName, saved.integration);
        notifySuccess('Connector saved', { id: toast });
        return true;
      } catch (error) {
        notifyError(saveFailure(error), { id: toast, title: 'Error saving connector' });
        return false;
      }
    },
  });
}

/** The message, followed by the names of removed fields that are still in use. */
function saveFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.errorCode !== 'REMOVED_IMPORT_FIELD_IN_USE') return messageOf(error);
  const names = Object.values(error.context)
    .flat()
    .filter((name) => typeof name === 'string');
  return [error.message, names.join(', ')].filter(Boolean).join(' ');
}
