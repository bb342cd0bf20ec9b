import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import type { FieldRanges } from '@quarry/contracts';
import { fieldKey, listRules } from '@quarry/filters';
import { useState } from 'react';
import { useMarketDataBlocks } from '../data-blocks/queries.ts';
import { type CoverageDraft, readRanges } from './coverage-draft.ts';

const WITH_RANGES = new Set<string>(['Number', 'Currency', 'Percentage', 'Date']);

/** The card that groups values of the criteria's numbers and dates into ranges. */
export function FieldRangesCard(props: { draft: CoverageDraft; onChange: (part: Partial<CoverageDraft>) => void }) {
  const { draft, onChange } = props;
  const points = useMarketDataBlocks();
  const used = new Map(
    listRules(draft.sourcingCriteria).flatMap((rule) => {
      const field = points.findField(rule.field, rule.configId);
      if (field === undefined || !WITH_RANGES.has(field.type)) return [];
      return [[fieldKey(rule.field, rule.configId), { ...field, rule }] as const];
    }),
  );
  const rangesOf = (key: string) =>
    draft.fieldRanges.find(({ field, configId }) => fieldKey(field, configId ?? undefined) === key);
  const save = (key: string, ranges: FieldRanges | null) =>
    onChange({
      fieldRanges: [
        ...draft.fieldRanges.filter(({ field, configId }) => fieldKey(field, configId ?? undefined) !== key),
        ...(ranges === null ? [] : [ranges]),
      ],
    });
  return (
    <Card withBorder component="section" aria-labelledby="coverage-ranges">
      <Title order={2} id="coverage-ranges">
        Ranges
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        Where the ranges of numbers and dates begin, with commas between. The result shows values by range, such as 50
        to below 250.
      </Text>
      {used.size === 0 ? (
        <Text size="sm" mt="sm">
          The criteria use no number or date.
        </Text>
      ) : (
        <Stack gap="sm" mt="sm">
          {[...used].map(([key, { displayName, type, rule }]) => (
            <RangesField
              key={key}
              label={displayName}
              start={rangesOf(key)?.ranges.join(', ') ?? ''}
              read={(text) => readRanges(text, type)}
              onSave={(ranges) =>
                save(key, ranges === null ? null : { field: rule.field, configId: rule.configId ?? null, ranges })
              }
            />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function RangesField(props: {
  label: string;
  start: string;
  read: (text: string) => ReturnType<typeof readRanges>;
  onSave: (ranges: (number | string)[] | null) => void;
}) {
  const [text, setText] = useState(props.start);
  const [problem, setProblem] = useState<string | null>(null);
  const apply = () => {
    if (text.trim() === '') {
      setProblem(null);
      return props.onSave(null);
    }
    const found = props.read(text);
    if ('problem' in found) return setProblem(found.problem);
    setProblem(null);
    props.onSave(found.ranges);
  };
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={props.label}
        placeholder="0, 50, 250, 1000"
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
        }}
      />
      <Button
        variant="subtle"
        aria-label={`Remove the ranges of ${props.label}`}
        disabled={text === ''}
        onClick={() => {
          setText('');
          setProblem(null);
          props.onSave(null);
        }}
      >
        Remove
      </Button>
    </Group>
  );
}
