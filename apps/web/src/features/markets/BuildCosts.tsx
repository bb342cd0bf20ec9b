import { Text } from '@mantine/core';
import type { DecisionImpact } from '@quarry/contracts';
import { formatNumber, plural } from '../../lib/format.ts';

/** The credits and the time that the next build can take. */
export function BuildCosts({ contactCredits, buildSeconds }: Pick<DecisionImpact, 'contactCredits' | 'buildSeconds'>) {
  return (
    <Text size="sm" c="dimmed">
      {contactCredits === null || contactCredits.atMost === 0
        ? 'Sourcing uses no credits.'
        : `Personas can use up to ${formatNumber(contactCredits.atMost)} of ${formatNumber(contactCredits.balance)} contact credits on companies that enter.`}{' '}
      {buildSeconds !== null && `A build takes about ${duration(buildSeconds)}.`}
    </Text>
  );
}

function duration(seconds: number): string {
  return seconds < 90 ? plural(seconds, 'second') : plural(Math.round(seconds / 60), 'minute');
}
