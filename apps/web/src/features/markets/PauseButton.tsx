import { Button } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMarketActions } from './use-market-actions.ts';

/** Pauses and resumes a live market, for administrators. */
export function PauseButton({ clientName, market }: { clientName: string; market: Market }) {
  const { pause, resume, isBusy } = useMarketActions(clientName, market);
  const action = pause ?? resume;
  if (action === undefined) return null;
  const Icon = pause ? IconPlayerPause : IconPlayerPlay;
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />} loading={isBusy} onClick={action}>
      {pause ? 'Pause adding' : 'Resume'}
    </Button>
  );
}
