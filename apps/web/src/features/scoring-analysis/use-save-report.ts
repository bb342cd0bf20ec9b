import { createAnalysisReport, updateAnalysisReport } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { cacheReport } from './queries.ts';
import { inputsOf, type ReportDraft } from './report-draft.ts';

/** Saves a report, or a new one for null. */
export function useSaveReport(clientName: string, scoringAnalysisReportId: string | null) {
  const cache = useQueryClient();
  const saving = useMutation({
    mutationFn: async (draft: ReportDraft): Promise<string | null> => {
      const toast = notifyLoading('Saving report...');
      const body = { name: draft.name, inputs: inputsOf(draft) };
      const options = { client: clientName };
      try {
        const { item } =
          scoringAnalysisReportId === null
            ? await call(createAnalysisReport, body, options)
            : await call(updateAnalysisReport, { ...body, scoringAnalysisReportId }, options);
        cacheReport(cache, clientName, item);
        notifySuccess('Report saved', { id: toast });
        return item.id;
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Error saving report' });
        return null;
      }
    },
  });
  return { save: saving.mutateAsync, isSaving: saving.isPending };
}
