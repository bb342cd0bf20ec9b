import { MultiSelect, Stack } from '@mantine/core';
import { useMarketDataBlocks } from '../../data-blocks/queries.ts';
import { LinesInput } from '../LinesInput.tsx';
import type { ClientEditing } from '../use-client-editor.ts';

/** What an enrichment does for this client. */
export function EnrichmentSection({ editor }: { editor: ClientEditing }) {
  const { draft, change, isEditing } = editor;
  const { blocks } = useMarketDataBlocks();
  return (
    <Stack gap="sm" maw={560}>
      <MultiSelect
        label="Enrichment destinations"
        description="The data blocks that are refreshed for companies that enter by an enrichment"
        disabled={!isEditing}
        searchable
        data={blocks.map(({ blockName, displayName }) => ({ value: blockName, label: displayName }))}
        value={draft.enrichmentDestinations}
        onChange={(value) => change('enrichmentDestinations', value)}
      />
      <LinesInput
        label="Other enrichment stages"
        description="One per line"
        isDisabled={!isEditing}
        value={draft.otherEnrichmentStages}
        onChange={(value) => change('otherEnrichmentStages', value)}
      />
    </Stack>
  );
}
