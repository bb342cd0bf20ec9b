import { listDomains, MAX_CHOSEN_COMPANIES } from '@quarry/contracts';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { formatNumber, plural } from '../../../lib/format.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts';
import { ActionButton } from './ActionButton.tsx';
import { toCompanySelection } from './selection.ts';
import type { SelectionActionProps } from './selection-actions.ts';

/** Copies the domains of the selected companies, one per line. */
export function CopyDomains({ selected }: SelectionActionProps) {
  const { clientName } = selected.dataset;
  const copy = useMutation({
    mutationFn: async () => {
      const { domains } = await call(listDomains, { companies: toCompanySelection(selected) }, { client: clientName });
      if (!(await copyToClipboard(domains.join('\n')))) throw new Error('The browser did not allow copying');
      return domains.length;
    },
    onSuccess: (count) =>
      notifySuccess(
        count < selected.count && count === MAX_CHOSEN_COMPANIES
          ? `First ${formatNumber(count)} domains copied`
          : `${plural(count, 'domain')} copied`,
      ),
    onError: (error) => notifyError(messageOf(error), { title: 'The domains could not be copied' }),
  });
  return (
    <ActionButton icon={IconCopy} isRunning={copy.isPending} onClick={() => copy.mutate()}>
      Copy domains
    </ActionButton>
  );
}
