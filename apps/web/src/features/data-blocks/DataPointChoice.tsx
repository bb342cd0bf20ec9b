import { Button, InputBase } from '@mantine/core';
import type { FilterRule } from '@quarry/filters';
import { IconAdjustments, IconSearch } from '@tabler/icons-react';
import { Hint } from '../../ui/Hint.tsx';
import { BlockIcon } from './BlockIcon.tsx';
import classes from './data-blocks.module.css';
import type { DataPointIndex } from './data-point-index.ts';
import { summariseConfig } from './summarise-config.ts';

/** Buttons for a rule's data point and its configuration, if any; each opens the dialog that changes it. */
export function DataPointChoice(props: {
  rule: FilterRule;
  place: string;
  isInvalid: boolean;
  points: DataPointIndex;
  onPreload: () => void;
  onOpen: (start: 'explore' | 'configure') => void;
}) {
  const { rule, place, points } = props;
  const point = points.find(rule.field);
  const config = rule.configId === undefined ? undefined : points.findConfig(rule.configId);
  const isDynamic = point?.block.isParameterisedWithDynamicConfig === true;
  const name = point?.field.displayName ?? rule.field;
  return (
    <div className={classes.choice}>
      <InputBase
        component="button"
        type="button"
        size="xs"
        pointer
        className={classes.choiceField}
        aria-haspopup="dialog"
        aria-label={fieldLabel(name, point?.block.displayName, place)}
        error={props.isInvalid && !isDynamic}
        leftSection={
          point ? <BlockIcon icon={point.block.icon} size={14} /> : <IconSearch size={14} aria-hidden="true" />
        }
        onPointerEnter={props.onPreload}
        onFocus={props.onPreload}
        onClick={() => props.onOpen('explore')}
      >
        <span className={name === '' ? classes.placeholder : classes.oneLine}>
          {name === '' ? 'Choose a data point' : name}
        </span>
      </InputBase>
      {isDynamic && (
        <Hint label={config ? summariseConfig(config.blockName, config.config) : 'Choose what to look for'}>
          <Button
            size="xs"
            variant={config ? 'default' : 'outline'}
            {...(config ? {} : { color: 'red' })}
            className={classes.choiceConfig}
            aria-haspopup="dialog"
            aria-label={config ? `Configuration: ${config.label}` : `Choose a configuration for ${name}`}
            leftSection={<IconAdjustments size={14} aria-hidden="true" />}
            onPointerEnter={props.onPreload}
            onFocus={props.onPreload}
            onClick={() => props.onOpen('configure')}
          >
            {config?.label ?? 'Choose a configuration'}
          </Button>
        </Hint>
      )}
    </div>
  );
}

function fieldLabel(name: string, blockTitle: string | undefined, place: string): string {
  if (name === '') return `Choose a data point for condition ${place}`;
  return blockTitle === undefined ? `Data point: ${name}` : `Data point: ${name}, ${blockTitle}`;
}
