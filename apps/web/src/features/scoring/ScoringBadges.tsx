import { Badge } from '@mantine/core';
import type { ScoringConfig } from '@quarry/contracts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { isUpdating } from './queries.ts';

/** Marks the default scoring field, and one whose scores are being computed or cannot be. */
export function ScoringBadges({ config }: { config: ScoringConfig }) {
  return (
    <>
      {config.isDefault && (
        <Badge variant="light" size="sm" tt="none" data-hint="Companies are ranked by this score unless you sort them">
          default
        </Badge>
      )}
      {isUpdating(config) && (
        <StateBadge state="running" tooltip="The scores are being calculated; the last ones stay until then">
          Updating...
        </StateBadge>
      )}
      {config.problem !== null && (
        <StateBadge state="failed" tooltip={config.problem}>
          Broken rules
        </StateBadge>
      )}
    </>
  );
}
