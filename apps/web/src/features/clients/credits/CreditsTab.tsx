import { Stack } from '@mantine/core';
import { ClientCredits } from './ClientCredits.tsx';
import { ClientLimits } from './ClientLimits.tsx';

/** Balances with their ledger, and the company limit with its usage. These apply at once, without the config's lock. */
export default function CreditsTab(props: { name: string; mayEdit: boolean }) {
  return (
    <Stack gap="xl">
      <ClientCredits {...props} />
      <ClientLimits {...props} />
    </Stack>
  );
}
