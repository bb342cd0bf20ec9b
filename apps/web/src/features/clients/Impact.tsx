import { Stack, Text } from '@mantine/core';
import type { ConfigImpact } from '@quarry/contracts';
import { formatNumber, plural } from '../../lib/format.ts';
import { BuildCosts } from '../markets/BuildCosts.tsx';
import { BuildFigures } from './BuildFigures.tsx';
import { Dependants } from './Dependants.tsx';

/** What a build would do after saving a config. */
export function Impact({ clientName, impact }: { clientName: string; impact: ConfigImpact }) {
  const { build, reset, columns, affected, contactCredits, buildSeconds } = impact;
  const isSame = build.leaving === reset.leaving && build.entering === reset.entering;
  return (
    <Stack gap="sm">
      <BuildFigures label="Companies at the next build" build={build} />
      {!isSame && (
        <Text size="sm">
          A rebuild with reset: {plural(reset.entering, 'company enters', 'companies enter')},{' '}
          {plural(reset.leaving, 'company leaves', 'companies leave')}, {formatNumber(reset.companies)} afterwards.
        </Text>
      )}
      <Columns title="New columns" names={columns.appearing} />
      <Columns title="Columns that vanish" names={columns.vanishing} />
      <Columns title="Columns computed anew" names={columns.recomputed} />
      {affected.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Affected by columns that change
          </Text>
          <Dependants clientName={clientName} dependants={affected} />
        </div>
      )}
      <BuildCosts contactCredits={contactCredits} buildSeconds={buildSeconds} />
    </Stack>
  );
}

function Columns({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Text size="sm">
      <b>{title}:</b> {names.join(', ')}
    </Text>
  );
}
