import { Button, Checkbox, Group, Loader, Modal, Stack, TextInput, Title } from '@mantine/core';
import { type ClientConfig, estimateConfigImpact, type OutputOf, type validateClientConfig } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { BreakingChanges } from './BreakingChanges.tsx';
import { Differences } from './Differences.tsx';
import { Impact } from './Impact.tsx';

type Checked = OutputOf<typeof validateClientConfig>;

/** What the person confirmed. */
export interface Confirmation {
  readonly netNewCompanies: number | null;
  readonly confirmsBreakingChanges: boolean;
}

/** Shows what saving would change, break and cost, and asks for what has to be confirmed. */
export function SaveDialog(props: {
  clientName: string;
  changes: Partial<ClientConfig>;
  versions: Readonly<Record<string, string>>;
  checked: Checked;
  /** The client doesn't exist yet, so it can be created without any difference to the default. */
  isNew?: boolean;
  isSaving: boolean;
  /** The count that the server expects, if it differs from the one that was shown. */
  newCount: number | null;
  onSave: (confirmation: Confirmation) => void;
  onClose: () => void;
}) {
  const { clientName, changes, versions, checked } = props;
  const [typed, setTyped] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const impact = useQuery({
    queryKey: ['client-config', clientName, 'impact', changes, props.newCount],
    queryFn: ({ signal }) => call(estimateConfigImpact, { name: clientName, config: changes, versions }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const netNew = props.newCount ?? impact.data?.netNewCompanies ?? null;
  const number = Number(typed.replaceAll(/[\s,.]/g, ''));
  const needsCount = checked.isCriteriaChanged;
  const isCounted = typed.trim() !== '' && number === netNew;
  const isBreaking = checked.breakingChanges.length > 0;
  const reason =
    checked.differences.length === 0 && props.isNew !== true
      ? 'Nothing has changed'
      : needsCount && netNew === null
        ? 'The companies are being counted'
        : needsCount && !isCounted
          ? 'Type the number of net-new companies'
          : isBreaking && !isConfirmed
            ? 'Confirm the breaking changes'
            : null;
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.isNew === true ? 'Create client' : 'Save config'}
      size={760}
      centered
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="md">
        <section aria-label="Changes">
          <Differences differences={checked.differences} />
        </section>
        {isBreaking && <BreakingChanges clientName={clientName} changes={checked.breakingChanges} />}
        <section aria-labelledby="next-build">
          <Title order={3} mb="xs" id="next-build">
            At the next build
          </Title>
          {impact.isPending && (
            <Group gap="xs" role="status">
              <Loader size="xs" /> Counting the companies that come and go…
            </Group>
          )}
          {impact.isError && (
            <ErrorState
              title="The effect could not be counted"
              error={impact.error}
              onRetry={() => void impact.refetch()}
            />
          )}
          {impact.data && <Impact clientName={clientName} impact={impact.data} />}
        </section>
        {needsCount && netNew !== null && (
          <TextInput
            label={`Type the number of net-new companies, ${formatNumber(netNew)}, to save the sourcing criteria`}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={props.newCount !== null && !isCounted ? 'The number has changed since it was counted' : null}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {isBreaking && (
          <Checkbox
            label="I know what these changes break"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose} data-autofocus>
            Cancel
          </Button>
          <ReasonButton
            loading={props.isSaving}
            disabledReason={reason}
            onClick={() =>
              props.onSave({ netNewCompanies: needsCount ? number : null, confirmsBreakingChanges: isBreaking })
            }
          >
            {props.isNew === true ? 'Create client' : 'Save'}
          </ReasonButton>
        </Group>
      </Stack>
    </Modal>
  );
}
