import { getExternalRecordUrl, type RecordType } from '@quarry/contracts';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError } from '../../lib/notify.ts';

/** Opens a record in the CRM, in a tab of its own. */
export function useOpenRecord(integrationId: string) {
  const { clientName } = useClient();
  return useMutation({
    mutationFn: async (record: { externalId: string; recordType: RecordType }) => {
      // Browsers only let a click open a tab, so it opens before its address is known.
      const tab = window.open('about:blank', '_blank');
      try {
        const { externalUrl } = await call(getExternalRecordUrl, { integrationId, ...record }, { client: clientName });
        if (tab === null) window.location.assign(externalUrl);
        else {
          tab.opener = null;
          tab.location.replace(externalUrl);
        }
      } catch (error) {
        tab?.close();
        notifyError(messageOf(error), { title: 'The record could not be opened' });
      }
    },
  });
}
