import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './wizard.module.css';

/** The buttons below a step: Back on the left, `children` on the right. */
export function WizardFooter(props: { backLabel?: string; onBack: () => void; children: ReactNode }) {
  return (
    <Group justify="space-between" className={classes.foot}>
      <Button variant="default" onClick={props.onBack}>
        {props.backLabel ?? 'Back'}
      </Button>
      <Group gap="sm">{props.children}</Group>
    </Group>
  );
}
