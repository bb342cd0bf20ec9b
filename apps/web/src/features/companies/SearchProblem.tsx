import { Button, Group, List, Text } from '@mantine/core';
import { IconFilterExclamation } from '@tabler/icons-react';
import { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { ruleProblemsOf } from '../../lib/rule-problems.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';

const sortContext = z.object({ sortby: z.string() });

/** Replaces the rows if the search fails: explains the problem and offers a fix. */
export default function SearchProblem(props: {
  error: Error;
  onRetry: () => void;
  onEdit: () => void;
  onClear: () => void;
  onResetSort: () => void;
}) {
  const { error } = props;
  const problems = ruleProblemsOf(error);
  if (problems.length > 0) {
    return (
      <EmptyState
        title="Some filters can't be understood"
        icon={<IconFilterExclamation size={28} aria-hidden="true" />}
        action={
          <Group>
            <Button onClick={props.onEdit}>Edit filters</Button>
            <Button variant="default" onClick={props.onClear}>
              Clear filters
            </Button>
          </Group>
        }
      >
        <Text>No companies are shown, because leaving a filter out would show the wrong ones.</Text>
        <List size="sm" mt="xs" listStyleType="none">
          {problems.map(({ ruleId, reason }) => (
            <List.Item key={ruleId}>{reason}</List.Item>
          ))}
        </List>
      </EmptyState>
    );
  }
  const isSortError = error instanceof ApiError && error.status === 422 && sortContext.safeParse(error.context).success;
  return isSortError ? (
    <ErrorState error={error} onRetry={props.onResetSort} retryLabel="Reset the sort" />
  ) : (
    <ErrorState error={error} onRetry={props.onRetry} />
  );
}
