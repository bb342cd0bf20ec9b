import { Alert, Card, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { messageOf } from '../../lib/api.ts';
import type { EstimateState } from './use-estimate.ts';

const PreviewTable = lazy(async () => ({
  default: (await import('../markets/preview/PreviewTable.tsx')).PreviewTable,
}));

/** The best companies that match. */
export function EstimationResult({ estimate }: { estimate: EstimateState }) {
  const { result, isRunning, error } = estimate;
  const part =
    result === null
      ? null
      : {
          schema: result.schema,
          previewData: result.rows,
          totalCompanies: result.count,
          totalNetNewCompanies: result.netNewCount ?? 0,
        };
  return (
    <Card withBorder component="section" aria-labelledby="estimation-result">
      <Title order={2} id="estimation-result" mb="sm">
        Preview
      </Title>
      <Stack gap="md">
        {error === null ? null : (
          <Alert color="red" role="alert">
            {messageOf(error).startsWith('Sorry') ? messageOf(error) : `Sorry, preview errored: ${messageOf(error)}`}
          </Alert>
        )}
        {result === null && !isRunning ? (
          <Text c="dimmed" p="lg" ta="center">
            Press Preview to count the companies and see the best.
          </Text>
        ) : (
          <Suspense>
            <PreviewTable
              label="Best companies"
              part={part}
              isLoading={isRunning && result === null}
              isRefreshing={isRunning}
              explainedId={null}
              onExplain={null}
              onDeepPreview={null}
              empty={
                <Text c="dimmed" p="lg" ta="center">
                  No companies match the criteria
                </Text>
              }
            />
          </Suspense>
        )}
      </Stack>
    </Card>
  );
}
