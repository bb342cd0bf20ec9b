import { type CompanySelection, excludeCompanies, MAX_EXCLUDED_COMPANIES, restoreCompanies } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { clientQuery } from '../../lib/client-context.tsx';
import { formatNumber, plural } from '../../lib/format.ts';
import { notifyError, notifyInfo, notifyLoading, notifySuccess } from '../../lib/notify.ts';

/** Time to read the toast and decide. */
const UNDO_MS = 15_000;

/** Key of the list of excluded companies. */
export function exclusionsKey(clientName: string) {
  return ['excluded-companies', clientName] as const;
}

/** The account's queries about companies depend on its dataset key, which changes with the exclusions. */
function useRefresh(clientName: string) {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: clientQuery(clientName).queryKey }),
      cache.invalidateQueries({ queryKey: exclusionsKey(clientName) }),
    ]);
}

/** Excludes companies from the account, with an Undo in the toast. */
export function useExclude(clientName: string, onExcluded: () => void) {
  const refresh = useRefresh(clientName);
  const restore = useRestore(clientName);
  return useMutation({
    mutationFn: async (companies: CompanySelection) => {
      const toast = notifyLoading('Excluding companies…');
      try {
        const { companyIds } = await call(excludeCompanies, { companies }, { client: clientName });
        if (companyIds.length === 0) {
          notifyInfo('These companies are no longer in the dataset', { id: toast });
          return;
        }
        notifySuccess(`${plural(companyIds.length, 'company', 'companies')} excluded`, {
          id: toast,
          autoCloseMs: UNDO_MS,
          action: { label: 'Undo', onClick: () => restore.mutate(companyIds) },
        });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'The companies could not be excluded' });
        throw error;
      }
    },
    onSuccess: onExcluded,
    onSettled: refresh,
  });
}

/** Brings excluded companies back. */
export function useRestore(clientName: string) {
  const refresh = useRefresh(clientName);
  return useMutation({
    mutationFn: async (companyIds: string[]) => {
      const toast = notifyLoading('Bringing companies back…');
      try {
        const { restoredCnt, shownCnt } = await call(restoreCompanies, { companyIds }, { client: clientName });
        const later = restoredCnt - shownCnt;
        notifySuccess(
          later > 0
            ? `${plural(restoredCnt, 'company', 'companies')} will be back; ${formatNumber(later)} with the next build`
            : `${plural(restoredCnt, 'company', 'companies')} back`,
          { id: toast },
        );
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'The companies could not be brought back' });
        throw error;
      }
    },
    onSettled: refresh,
  });
}

/** Why so many companies cannot be excluded at once; null if they can. */
export function tooManyToExclude(count: number): string | null {
  return count > MAX_EXCLUDED_COMPANIES
    ? `An account can exclude at most ${formatNumber(MAX_EXCLUDED_COMPANIES)} companies`
    : null;
}
