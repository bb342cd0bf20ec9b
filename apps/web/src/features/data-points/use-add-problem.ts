import { hasFeature } from '@quarry/contracts';
import { useClient, usePermission, useUser } from '../../lib/client-context.tsx';

/** Whether data points can be added in this account at all, by whomever. */
export function useHasWizard(): boolean {
  return hasFeature('dataPointWizard', useClient(), useUser());
}

/** Why the person cannot add data points; null when they can. */
export function useAddProblem(): string | null {
  const hasWizard = useHasWizard();
  const isAdmin = usePermission('ADMIN');
  if (!hasWizard) return 'Data points cannot be added in this account';
  return isAdmin ? null : 'Only administrators of this account can add data points';
}
