import { Button, Card, Group, Progress, Text, Title } from '@mantine/core';
import type { EstimationConfig } from '@quarry/contracts';
import { countRules, describeFilter } from '@quarry/filters';
import { IconEye } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { type DataPointIndex, nameRuleValue } from '../data-blocks/data-point-index.ts';
import { MarketCriteriaBuilder } from '../data-blocks/MarketCriteriaBuilder.tsx';
import type { CriteriaProblems } from '../markets/use-criteria-problems.ts';
import { EstimateFigures } from './EstimateFigures.tsx';
import type { EstimateState } from './use-estimate.ts';

/** The card with the criteria and the button that estimates them. */
export function EstimationCriteria(props: {
  config: EstimationConfig;
  estimate: EstimateState;
  points: DataPointIndex;
  problems: CriteriaProblems;
  /** Why the criteria cannot be used now. */
  disabledReason: string | null;
  onChange: (config: EstimationConfig) => void;
  onPreview: () => void;
}) {
  const { config, estimate, points, problems, onChange } = props;
  const { sourcingCriteria } = config;
  const isEmpty = countRules(sourcingCriteria) === 0;
  return (
    <Card withBorder component="section" aria-labelledby="estimation-criteria">
      <Title order={2} id="estimation-criteria" mb="sm">
        Criteria
      </Title>
      <MarketCriteriaBuilder
        value={sourcingCriteria}
        onChange={(criteria) => {
          problems.clear();
          onChange({ ...config, sourcingCriteria: criteria });
        }}
        problems={problems.visible.size > 0 ? problems.visible : estimate.ruleProblems}
      />
      {isEmpty || props.disabledReason !== null ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          {describeFilter(sourcingCriteria, points.findField, { nameValue: nameRuleValue(points) })}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        Companies without a name or a live domain of their own are never counted, since nobody could source them.
      </Text>
      <Group justify="space-between" align="flex-end" mt="sm" gap="lg" mih={48}>
        <EstimateFigures estimate={estimate} hasClient={config.clientName !== null} />
        {estimate.isRunning ? (
          <Group flex={1} gap="xs">
            <Progress
              flex={1}
              animated
              value={Math.max(4, (estimate.progress ?? 0) * 100)}
              aria-label="Progress of the preview"
            />
            <Button size="xs" variant="default" onClick={estimate.stop}>
              Stop
            </Button>
          </Group>
        ) : (
          <ReasonButton
            size="xs"
            leftSection={<IconEye size={16} aria-hidden="true" />}
            disabledReason={props.disabledReason ?? (isEmpty ? 'Please add at least one condition' : null)}
            onClick={props.onPreview}
          >
            Preview
          </ReasonButton>
        )}
      </Group>
    </Card>
  );
}
