import { Button, Card, Group, Loader, Text, TextInput, Title } from '@mantine/core';
import { MARKET_NAME_MAX, type Market } from '@quarry/contracts';
import { countRules, describeFilter } from '@quarry/filters';
import { IconDeviceFloppy, IconEye, IconRosetteDiscountCheck, IconSend } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useMemo } from 'react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { nameRuleValue } from '../data-blocks/data-point-index.ts';
import { MarketCriteriaBuilder } from '../data-blocks/MarketCriteriaBuilder.tsx';
import type { MarketDataBlocks } from '../data-blocks/queries.ts';
import type { ButtonReasons } from './button-rules.ts';
import classes from './editor.module.css';
import { PendingBadge } from './MarketBadges.tsx';
import { MARKET_TEMPLATES, templateCriteria } from './market-templates.ts';
import { MarketFigures } from './preview/MarketFigures.tsx';
import { RuleCount } from './preview/RuleCount.tsx';
import { useMarketCounts } from './preview/use-market-counts.ts';
import type { CriteriaProblems } from './use-criteria-problems.ts';
import type { EditedMarket } from './use-market-draft.ts';
import type { NameCheck } from './use-name-check.ts';
import { useSaveFocus } from './use-save-focus.ts';

/** The card that defines a market: its name, its criteria with counts and description, and its actions. */
export function MarketDefinition(props: {
  clientName: string;
  market: Market | null;
  edited: EditedMarket;
  points: MarketDataBlocks;
  problems: CriteriaProblems;
  nameCheck: NameCheck;
  nameField: RefObject<HTMLInputElement | null>;
  reasons: ButtonReasons;
  isStaff: boolean;
  isSaving: boolean;
  onPreview: () => void;
  onSave: () => void;
  onPublish: () => void;
  onApprove: () => void;
}) {
  const { market, edited, points, problems, nameCheck, nameField, reasons, isSaving } = props;
  const { onPreview, onSave, onPublish, onApprove } = props;
  const { name, criteria } = edited.draft;
  const isEmpty = countRules(criteria) === 0;
  const saveButton = useSaveFocus(isSaving, market?.id ?? null);
  const counts = useMarketCounts({
    clientName: props.clientName,
    criteria,
    configs: points.configs,
    isEnabled: !isEmpty && problems.isValid,
  });
  const notes = useMemo(
    () =>
      new Map<string, ReactNode>(
        [...counts.byRule].map(([ruleId, rule]) => [
          ruleId,
          <RuleCount key={ruleId} counts={rule} isLoading={counts.isLoading} />,
        ]),
      ),
    [counts.byRule, counts.isLoading],
  );
  const description = useMemo(
    () => describeFilter(criteria, points.findField, { nameValue: nameRuleValue(points) }),
    [criteria, points],
  );
  return (
    <Card withBorder padding={0} component="section" className={classes.definition} aria-labelledby="market-definition">
      <Group className={classes.head} gap="xs">
        <Title order={2} id="market-definition">
          Market definition
        </Title>
        {market && <PendingBadge market={market} />}
      </Group>
      <div className={classes.figures}>
        <MarketFigures counts={counts} />
      </div>
      <div className={classes.body}>
        <TextInput
          ref={nameField}
          data-tour="market-name"
          className={classes.name}
          label="Name"
          placeholder="Untitled market"
          maxLength={MARKET_NAME_MAX}
          autoComplete="off"
          value={name}
          error={nameCheck.problem}
          rightSection={
            nameCheck.isChecking ? <Loader size={14} role="progressbar" aria-label="Checking the name" /> : null
          }
          onChange={(event) => {
            nameCheck.clear();
            edited.setName(event.currentTarget.value);
          }}
          onBlur={() => nameCheck.checkOnBlur(name)}
        />
        <div data-tour="market-criteria">
          <MarketCriteriaBuilder
            value={criteria}
            onChange={edited.setCriteria}
            problems={problems.visible}
            ruleNotes={notes}
          />
        </div>
        {isEmpty && market === null && (
          <Group gap="xs" aria-label="Start from" role="group">
            {MARKET_TEMPLATES.map((template) => (
              <Button
                key={template.id}
                size="compact-sm"
                variant="default"
                onClick={() => {
                  if (name.trim() === '') edited.setName(template.name);
                  edited.setCriteria(templateCriteria(template));
                }}
              >
                {template.name}
              </Button>
            ))}
          </Group>
        )}
        {!isEmpty && (
          <div className={classes.summary}>
            <Text size="sm" c="dimmed" data-testid="market-in-words">
              {description}
            </Text>
          </div>
        )}
      </div>
      <Group className={classes.foot} justify="space-between" gap={6}>
        <Group gap={6}>
          <ReasonButton
            size="xs"
            data-tour="market-preview"
            variant="default"
            leftSection={<IconEye size={16} aria-hidden="true" />}
            disabledReason={reasons.preview}
            onClick={onPreview}
          >
            Preview market
          </ReasonButton>
          {props.isStaff && (
            <ReasonButton
              size="xs"
              variant="light"
              leftSection={<IconRosetteDiscountCheck size={16} aria-hidden="true" />}
              disabledReason={reasons.approve}
              onClick={onApprove}
            >
              Staff: Approve publish
            </ReasonButton>
          )}
        </Group>
        <Group gap={6}>
          <ReasonButton
            size="xs"
            data-tour="market-publish"
            variant="default"
            leftSection={<IconSend size={16} aria-hidden="true" />}
            disabledReason={reasons.publish}
            onClick={onPublish}
          >
            Publish market
          </ReasonButton>
          <span ref={saveButton}>
            <ReasonButton
              size="xs"
              data-tour="market-save"
              leftSection={<IconDeviceFloppy size={16} aria-hidden="true" />}
              loading={isSaving}
              disabledReason={isSaving ? null : reasons.save}
              onClick={onSave}
            >
              Save market
            </ReasonButton>
          </span>
        </Group>
      </Group>
    </Card>
  );
}
