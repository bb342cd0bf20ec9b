import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import classes from './wizard.module.css';
import type { WizardStep } from './wizard-steps.ts';

const STAGES: readonly { readonly label: string; readonly steps: readonly WizardStep[] }[] = [
  { label: 'Select & configure', steps: [1, 2] },
  { label: 'Preview data point', steps: [3] },
  { label: 'Name data point', steps: [4] },
];

/** The wizard's stages: done, current or skipped. */
export function WizardProgress({ step, hasPreview }: { step: WizardStep; hasPreview: boolean }) {
  return (
    <ol className={classes.stages} aria-label="Steps">
      {STAGES.map(({ label, steps }, index) => {
        const isCurrent = steps.includes(step);
        const isSkipped = steps.includes(3) && !hasPreview;
        const isDone = !isSkipped && steps.every((stageStep) => stageStep < step);
        return (
          <li
            key={label}
            className={classes.stage}
            aria-current={isCurrent ? 'step' : undefined}
            data-done={isDone || undefined}
            data-skipped={isSkipped || undefined}
          >
            <span className={classes.stageNumber} aria-hidden="true">
              {isDone ? <IconCheck size={14} /> : index + 1}
            </span>
            {label}
            {isDone && <VisuallyHidden>, done</VisuallyHidden>}
            {isSkipped && <span className={classes.stageNote}>not needed</span>}
          </li>
        );
      })}
    </ol>
  );
}
