import { Alert, Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { type OutputOf, type Persona, type simulatePersonaSearch, startPersonaSearch } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { hasCode } from '../../../lib/api-error.ts';
import { formatNumber } from '../../../lib/format.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import classes from './personas.module.css';
import { searchCostQuery } from './queries.ts';
import { missingCredits } from './search-cost.ts';

const INSUFFICIENT = 'You have insufficient credits to complete this search';

/** Says what a search for contacts will find and cost, and starts it. */
export default function CreditsConfirmation(props: {
  clientName: string;
  segmentId: string;
  persona: Persona;
  /** Refetches the segment. */
  onStarted: () => void;
  onClose: () => void;
}) {
  const { clientName, segmentId, persona, onStarted, onClose } = props;
  useReturnFocus();
  const cost = useQuery(searchCostQuery(clientName, segmentId, persona.id));
  const start = useMutation({
    mutationFn: () => call(startPersonaSearch, { segmentId, personaId: persona.id }, { client: clientName }),
    onSuccess: ({ searchStatus }) => {
      notifySuccess(searchStatus === 'QUEUED' ? 'Search queued: it starts after earlier ones' : 'Search started');
      onStarted();
      onClose();
    },
    onError: (error) => {
      if (hasCode(error, 'INSUFFICIENT_CREDITS')) void cost.refetch();
      notifyError(hasCode(error, 'INSUFFICIENT_CREDITS') ? INSUFFICIENT : messageOf(error), {
        title: 'Error starting search',
      });
    },
  });
  const missing = cost.data ? missingCredits(cost.data, persona.searchOptions) : null;
  return (
    <Modal opened onClose={onClose} title={`Find contacts for ${persona.name}`} size={520} centered>
      {cost.isError ? (
        <ErrorState title="The cost could not be estimated" error={cost.error} onRetry={() => void cost.refetch()} />
      ) : (
        <Costs cost={cost.data} persona={persona} />
      )}
      {missing !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={INSUFFICIENT} role="alert">
          It can use up to {formatNumber(missing.needed)} {missing.label} credits and your account has{' '}
          {formatNumber(missing.balance)}. Please contact support for more, set a credit limit for the persona, or ask
          for fewer contacts per company.
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <ReasonButton
          loading={start.isPending}
          disabledReason={
            missing !== null ? INSUFFICIENT : cost.data === undefined ? 'Wait until the cost is estimated' : null
          }
          onClick={() => start.mutate()}
        >
          Find contacts
        </ReasonButton>
      </Group>
    </Modal>
  );
}

type Cost = OutputOf<typeof simulatePersonaSearch>;

function Costs({ cost, persona }: { cost: Cost | undefined; persona: Persona }) {
  const { maxCredits, numContactsRequiredPerCompany, checkPhoneNumber } = persona.searchOptions;
  const rows: [string, string | undefined][] = [
    [
      'Companies with matching people',
      cost && `${formatNumber(cost.companiesWithCandidates)} of ${formatNumber(cost.companies)}`,
    ],
    ['Expected contacts', cost && formatNumber(cost.expectedContacts)],
    ['Already yours, and so free', cost && formatNumber(cost.ownedContacts)],
    ['Expected cost', cost && `${formatNumber(cost.expectedCredits)} contact credits`],
    ['Maximum cost', cost && `${formatNumber(cost.maximumCredits)} contact credits`],
    ...(maxCredits === null
      ? []
      : [['Credit limit of the persona', formatNumber(maxCredits)] satisfies [string, string]]),
    ['Your balance', cost && (cost.contactBalance === null ? 'Unlimited' : formatNumber(cost.contactBalance))],
    ...(checkPhoneNumber
      ? [
          [
            'Your balance of phone number credits',
            cost && (cost.phoneNumberBalance === null ? 'Unlimited' : formatNumber(cost.phoneNumberBalance)),
          ] satisfies [string, string | undefined],
        ]
      : []),
  ];
  return (
    <>
      <Text size="sm" mb="sm">
        Looks for up to{' '}
        {numContactsRequiredPerCompany === 1 ? 'one contact' : `${numContactsRequiredPerCompany} contacts`} at each
        company. Only contacts that are added use credits.
      </Text>
      <dl className={classes.costs} aria-busy={cost === undefined}>
        {rows.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt className={label.endsWith('cost') ? classes.cost : undefined}>{label}</dt>
            <dd className={label.endsWith('cost') ? classes.cost : undefined}>
              {value ?? <Skeleton height={10} width={70} my={5} />}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
