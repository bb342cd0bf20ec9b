import { capitalise } from '../../lib/format.ts';

const LABELS: Readonly<Record<string, string>> = {
  'api-key.created': 'API key created',
  'api-key.revoked': 'API key revoked',
  'client.created': 'Account created',
  'client.config-saved': 'Account configuration saved',
  'client.settings-saved': 'Default columns saved',
  'client.demo-finished': 'Demo set up',
  'companies.excluded': 'Companies excluded',
  'companies.restored': 'Excluded companies brought back',
  'data-block-config.saved': 'Data point configuration saved',
  'data-block-config.deleted': 'Data point configuration deleted',
  'dataset-field.added': 'Data point added',
  'dataset-field.renamed': 'Data point renamed',
  'dataset-field.removed': 'Data point removed',
  'dataset-field.withdrawn': 'Data point withdrawn',
  'dataset-field.computation-requested': 'Computation of data points started',
  'dataset.refresh-requested': 'Refresh of the dataset started',
  'job.cancelled': 'Job cancelled',
  'person.erased': 'Person deleted on request',
  'person.erasure-completed': 'Person deleted everywhere',
  'person.erasure-requested': 'Deletion of a person requested',
  'suppressions.added': 'Do-not-contact entries added',
  'suppression.removed': 'Do-not-contact entry removed',
  'user.invited': 'User invited',
  'user.invitation-sent-again': 'Invitation sent again',
  'user.created': 'User created',
  'user.removed': 'User removed',
  'user.permissions-changed': 'User permissions modified',
};

/** The label of an action; one without is spelled out: `market.publish-requested` is 'Market publish requested'. */
export function actionLabel(action: string): string {
  const label = LABELS[action];
  if (label !== undefined) return label;
  return capitalise(action.replaceAll(/[.-]+/g, ' ').trim());
}
