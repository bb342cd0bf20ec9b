import { Progress, Table, VisuallyHidden } from '@mantine/core';
import type { IntegrationJob } from '@quarry/contracts';
import { capitalise, formatNumber } from '../../../lib/format.ts';
import { type Counts, companyCounts, contactCounts, OUTCOMES, outcomeWords } from './job-words.ts';

const COLORS = { created: 'teal.5', updated: 'blue.5', skipped: 'gray.4', failed: 'red.5' } as const;

/** All counters of a job, each kind of record with a bar of its outcomes. */
export function JobCounts({ job: { progress, taskName } }: { job: Pick<IntegrationJob, 'progress' | 'taskName'> }) {
  const words = outcomeWords(taskName);
  const outcomes = OUTCOMES.filter((outcome) => words[outcome] !== null);
  const kinds = [
    { label: 'Companies', counts: companyCounts(progress) },
    { label: 'Contacts', counts: contactCounts(progress) },
  ];
  return (
    <Table.ScrollContainer minWidth={310}>
      <Table aria-label="Records" horizontalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <VisuallyHidden>Kind</VisuallyHidden>
            </Table.Th>
            <Table.Th ta="end">To process</Table.Th>
            {outcomes.map((outcome) => (
              <Table.Th key={outcome} ta="end">
                {capitalise(words[outcome] ?? '')}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {kinds.map(({ label, counts }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">
                {label}
                <OutcomeBar label={label} counts={counts} />
              </Table.Th>
              <Table.Td ta="end">{formatNumber(counts.toProcess)}</Table.Td>
              {outcomes.map((outcome) => (
                <Table.Td key={outcome} ta="end">
                  {formatNumber(counts[outcome])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Decorative: the numbers stand beside it. */
function OutcomeBar({ label, counts }: { label: string; counts: Counts }) {
  if (counts.toProcess === 0) return null;
  return (
    <Progress.Root size="sm" mt={4} miw={56} aria-hidden>
      {OUTCOMES.map((outcome) => (
        <Progress.Section
          key={outcome}
          value={(counts[outcome] / counts.toProcess) * 100}
          color={COLORS[outcome]}
          aria-label={`${label} ${outcome}`}
        />
      ))}
    </Progress.Root>
  );
}
