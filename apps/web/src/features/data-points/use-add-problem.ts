import { hasFeature } from '@quarry/contracts';
import { useClient, usePermission, useUser } from '../../lib/client-context.tsx';

/** True if the account has the wizard, even if this user may not use it. */
export function useHasWizard(): boolean {
  return hasFeature('dataPointWizard', useClient(), useUser());
}

/** Why the user cannot add data points; null if they can. */
export function useAddProblem(): string | null {
  const hasWizard = useHasWizard();
  const isAdmin = usePermission('ADMIN');
  if (!hasWizard) return "Data points can't be added in this account";
  return isAdmin ? null : 'Only administrators of this account can add data points';
}
