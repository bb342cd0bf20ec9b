import { Button, Group, List, Text } from '@mantine/core';
import type { RuleProblem } from '@quarry/filters';
import { IconFilterExclamation } from '@tabler/icons-react';
import { z } from 'zod';
import { ApiError } from '../../lib/api.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';

const filterContext = z.object({ problems: z.array(z.object({ ruleId: z.string(), reason: z.string() })) });
const sortContext = z.object({ sortby: z.string() });
const NO_PROBLEMS: readonly RuleProblem[] = [];

/** Whether an error says that the account has no dataset yet. */
export function isNotBuilt(error: Error | null): boolean {
  return error instanceof ApiError && error.errorCode === 'DATASET_NOT_BUILT';
}

/** The broken rules that an error names; none for other errors. */
export function ruleProblemsOf(error: Error | null): readonly RuleProblem[] {
  if (!(error instanceof ApiError) || error.errorCode !== 'INVALID_FILTER') return NO_PROBLEMS;
  const parsed = filterContext.safeParse(error.context);
  return parsed.success ? parsed.data.problems : NO_PROBLEMS;
}

/** Shown instead of rows when a search failed: what is wrong and the way out. */
export function SearchProblem(props: {
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
  const isSort = error instanceof ApiError && error.status === 422 && sortContext.safeParse(error.context).success;
  return isSort ? (
    <ErrorState error={error} onRetry={props.onResetSort} retryLabel="Reset the sort" />
  ) : (
    <ErrorState error={error} onRetry={props.onRetry} />
  );
}
