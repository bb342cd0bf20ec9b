import type { DataBlockTemplate } from '@quarry/contracts';
import { useEffect, useRef } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { ConfigPanes } from '../data-blocks/ConfigPanes.tsx';
import type { BlockDataPoint } from '../data-blocks/data-point-index.ts';
import { EditingButtons } from '../data-blocks/EditingButtons.tsx';
import { type ConfigEditing, useConfigEditor } from '../data-blocks/use-config-editor.ts';
import { existingDataPoint } from './existing-data-point.ts';
import { useStepFocus } from './use-step-focus.ts';
import { WizardFooter } from './WizardFooter.tsx';
import classes from './wizard.module.css';

/** Runs an action that leaves a step, after confirmation if that loses changes. */
export type LeaveGuard = (action: () => void) => void;

/** Step 2: choose or create a configuration. */
export default function ConfigureStep(props: {
  point: BlockDataPoint;
  configId: string | null;
  /** Starts a new configuration from it. */
  template: DataBlockTemplate | null;
  /** Receives the guard to use when the wizard is closed from outside; null after unmount. */
  onGuard: (guard: LeaveGuard | null) => void;
  onBack: () => void;
  onNext: (configId: string) => void;
}) {
  const { point, onGuard, onNext } = props;
  const editing = useConfigEditor(point.block, props.configId, props.template);
  useEffect(() => {
    onGuard(editing.guard);
    return () => onGuard(null);
  });
  return (
    <div ref={useStepFocus()} className={classes.step}>
      <ConfigPanes block={point.block} field={point.field} editing={editing} />
      <WizardFooter onBack={() => editing.guard(props.onBack)}>
        {editing.draft === null ? (
          <ReadingButtons point={point} editing={editing} onNext={onNext} />
        ) : (
          <>
            <EditingButtons editing={editing} />
            <ReasonButton variant="default" disabledReason="Save the configuration first, or cancel the change">
              Next
            </ReasonButton>
          </>
        )}
      </WizardFooter>
    </div>
  );
}

function ReadingButtons(props: { point: BlockDataPoint; editing: ConfigEditing; onNext: (configId: string) => void }) {
  const { point, editing, onNext } = props;
  const { selected } = editing;
  const client = useClient();
  const nextButton = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focus was on a button that disappeared when editing ended; Next is the next action.
    if (document.activeElement === document.body) nextButton.current?.querySelector('button')?.focus();
  }, []);
  const reason = selected ? null : 'Choose a configuration first';
  return (
    <>
      <ReasonButton variant="default" disabledReason={reason} onClick={editing.edit}>
        Edit
      </ReasonButton>
      <div ref={nextButton}>
        <ReasonButton
          disabledReason={reason ?? (selected && existingDataPoint(point.key, selected.configId, client))}
          onClick={() => selected && onNext(selected.configId)}
        >
          Next
        </ReasonButton>
      </div>
    </>
  );
}
