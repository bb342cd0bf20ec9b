import { Button, Checkbox, Group, Modal, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import {
  EXPORT_ID_COLUMNS,
  EXPORT_NAME_MAX,
  LINKEDIN_MIN_ROWS,
  type Segment,
  type SegmentExportType,
} from '@quarry/contracts';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { visibleFields } from '../../datasets/fields.ts';
import { useStartExport } from '../../exports/use-start-export.ts';
import { shownSchema } from '../shown-columns.ts';
import type { SegmentViewSearch } from './segment-view-search.ts';

/** The export dialog of a segment; its choices start as what the page shows. */
export default function SegmentExportOptions(props: {
  segment: Segment;
  search: SegmentViewSearch;
  onClose: () => void;
}) {
  useReturnFocus();
  const { segment, search, onClose } = props;
  const { clientName, companiesSchema } = useClient();
  const [name, setName] = useState('');
  const [exportType, setType] = useState<SegmentExportType>('SEGMENT');
  const [includesAllColumns, setIncludesAllColumns] = useState(false);
  const [personaId, setPersonaId] = useState<string | null>(search.persona ?? null);
  const [included, setIncluded] = useState({
    include_active: search.active !== 'no',
    include_removed: search.removed === 'yes',
    include_checked: search.checked === 'yes',
  });
  const start = useStartExport(clientName, onClose);

  const shown = shownSchema(companiesSchema, segment.tableOptions.selectedColumns, segment.filters);
  const columns = [...new Set([...shown.map(({ fieldName }) => fieldName), '__domain', ...EXPORT_ID_COLUMNS])];
  const isForAds = exportType === 'SEGMENT_LINKEDIN_ADS';
  const isNothingIncluded = !Object.values(included).includes(true);
  const disabledReason =
    segment.lastComputedAt === null
      ? 'The segment has not been calculated yet'
      : isNothingIncluded
        ? 'Choose what to include'
        : null;
  const box = (key: keyof typeof included, label: string, description?: string) => (
    <Checkbox
      label={label}
      description={description}
      checked={included[key]}
      onChange={(event) => setIncluded({ ...included, [key]: event.currentTarget.checked })}
    />
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (disabledReason !== null || start.isPending) return;
    start.mutate({
      exportType,
      exportName: name.trim() || null,
      exportConfig: {
        segmentId: segment.id,
        personaId,
        columns: isForAds || includesAllColumns ? null : columns,
        ...included,
      },
    });
  }
  return (
    <Modal opened onClose={onClose} title="Export options" size="lg" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name (optional)"
            placeholder="Export name"
            data-autofocus
            maxLength={EXPORT_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Radio.Group
            label="Type"
            value={exportType}
            onChange={(value) => setType(value === 'SEGMENT' ? 'SEGMENT' : 'SEGMENT_LINKEDIN_ADS')}
          >
            <Stack gap="xs" mt={6}>
              <Radio
                value="SEGMENT"
                label="Segment"
                description="One row for each contact with its company, and one for each company without contacts"
              />
              <Radio
                value="SEGMENT_LINKEDIN_ADS"
                label="LinkedIn Ads"
                description={`Lists of companies and of contacts for LinkedIn Campaign Manager, which uses lists of at least ${LINKEDIN_MIN_ROWS}`}
              />
            </Stack>
          </Radio.Group>
          {segment.segmentPersonas.length > 0 && (
            <Select
              label="Persona"
              description={personaId === null ? undefined : 'Companies without contacts of the persona are left out'}
              placeholder="All personas"
              clearable
              data={segment.segmentPersonas.map((persona) => ({ value: persona.id, label: persona.name }))}
              value={personaId}
              onChange={setPersonaId}
            />
          )}
          <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
            <Text component="legend" size="sm" fw={500} mb={6}>
              Include
            </Text>
            <Stack gap="xs">
              {box('include_active', 'Active', 'Companies and contacts that are in the segment now')}
              {box('include_removed', 'Removed', 'Those that were in it before')}
              {!isForAds && box('include_checked', 'Checked', 'People who were checked and not included')}
            </Stack>
          </fieldset>
          {!isForAds && (
            <Radio.Group
              label="Columns of companies"
              value={includesAllColumns ? 'all' : 'shown'}
              onChange={(value) => setIncludesAllColumns(value === 'all')}
            >
              <Stack gap="xs" mt={6}>
                <Radio
                  value="shown"
                  label={`Columns of the segment (${shown.length})`}
                  description="With the domain and the ids of the company"
                />
                <Radio value="all" label={`All columns (${visibleFields(companiesSchema).length})`} />
              </Stack>
            </Radio.Group>
          )}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton type="submit" loading={start.isPending} disabledReason={disabledReason} onClick={submit}>
            Export
          </ReasonButton>
        </Group>
      </form>
    </Modal>
  );
}
