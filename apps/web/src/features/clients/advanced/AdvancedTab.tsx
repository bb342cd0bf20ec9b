import { Stack, Switch, Text, Title } from '@mantine/core';
import { type ClientConfig, MAX_CALIBRATION_COMPANIES } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LinesInput } from '../LinesInput.tsx';
import { featureFlagsQuery } from '../queries.ts';
import type { ClientEditing } from '../use-client-editor.ts';
import { ConfigHistory } from './ConfigHistory.tsx';
import { ConfigJson } from './ConfigJson.tsx';

/** Feature flags, calibration, settings, the config as JSON, and its history. */
export default function AdvancedTab(props: {
  editor: ClientEditing;
  mayEdit: boolean;
  onRestore?: (config: ClientConfig) => void;
}) {
  const { editor, onRestore } = props;
  const { draft, change, isEditing } = editor;
  const { calibrationModeCompanies: companies, gfAppSettings } = draft;
  return (
    <Stack gap="xl">
      <section aria-labelledby="flags">
        <Title order={2} id="flags" mb="xs">
          Feature flags
        </Title>
        <FeatureFlags editor={editor} />
      </section>
      <section aria-labelledby="calibration">
        <Title order={2} id="calibration" mb="xs">
          Calibration
        </Title>
        <Stack gap="sm" maw={560}>
          <Switch
            label="Calibration mode"
            description="Builds show exactly the companies below; all others are hidden, not deleted"
            disabled={!isEditing}
            checked={draft.isCalibrationModeEnabled}
            onChange={(event) => change('isCalibrationModeEnabled', event.currentTarget.checked)}
          />
          <LinesInput
            label="Calibration companies"
            description={`One domain per line, at most ${formatNumber(MAX_CALIBRATION_COMPANIES)}`}
            isDisabled={!isEditing}
            value={companies}
            error={
              companies.length > MAX_CALIBRATION_COMPANIES
                ? `${formatNumber(companies.length)} are too many: at most ${formatNumber(MAX_CALIBRATION_COMPANIES)}`
                : null
            }
            onChange={(value) => change('calibrationModeCompanies', value)}
          />
        </Stack>
      </section>
      <section aria-labelledby="settings">
        <Title order={2} id="settings" mb="xs">
          Default columns of the explorer
        </Title>
        <Stack gap="xs" maw={560}>
          <LinesInput
            label="Columns"
            description="One external name per line, in order; none for the product’s own choice"
            isDisabled={!isEditing}
            value={gfAppSettings.companiesTableFields ?? []}
            onChange={(value) => change('gfAppSettings', { companiesTableFields: value.length === 0 ? null : value })}
          />
        </Stack>
      </section>
      <section aria-labelledby="json">
        <Title order={2} id="json" mb="xs">
          JSON
        </Title>
        <ConfigJson editor={editor} />
      </section>
      {onRestore && (
        <section aria-labelledby="history">
          <Title order={2} id="history" mb="xs">
            History
          </Title>
          <ConfigHistory name={editor.name} onRestore={props.mayEdit ? onRestore : undefined} />
        </section>
      )}
    </Stack>
  );
}

function FeatureFlags({ editor }: { editor: ClientEditing }) {
  const { draft, change, isEditing } = editor;
  const flags = useQuery(featureFlagsQuery);
  const on = draft.gfAppFeatureFlags;
  if (flags.isError) return <ErrorState error={flags.error} onRetry={() => void flags.refetch()} />;
  if (flags.data === undefined) return <Text c="dimmed">Loading the flags…</Text>;
  return (
    <Stack gap="sm">
      {flags.data.map(({ name, description }) => (
        <Switch
          key={name}
          label={description}
          description={name}
          disabled={!isEditing}
          checked={on.includes(name)}
          onChange={(event) =>
            change(
              'gfAppFeatureFlags',
              event.currentTarget.checked ? [...on, name] : on.filter((other) => other !== name),
            )
          }
        />
      ))}
    </Stack>
  );
}
