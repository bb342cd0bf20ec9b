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

/** Does something that leaves a step, after asking where that would lose what was typed. */
export type LeaveGuard = (go: () => void) => void;

/** Step 2: under which configuration, one that is saved or a new one. */
export default function ConfigureStep(props: {
  point: BlockDataPoint;
  configId: string | null;
  /** Takes the step's own guard, for whoever closes the wizard from outside; null when the step is gone. */
  onGuard: (guard: LeaveGuard | null) => void;
  onBack: () => void;
  onNext: (configId: string) => void;
}) {
  const { point, onGuard, onNext } = props;
  const editing = useConfigEditor(point.block, props.configId);
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
  const { shown } = editing;
  const client = useClient();
  const next = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that ended the editing went away with the focus on it; going on is what comes next.
    if (document.activeElement === document.body) next.current?.querySelector('button')?.focus();
  }, []);
  const reason = shown ? null : 'Choose a configuration first';
  return (
    <>
      <ReasonButton variant="default" disabledReason={reason} onClick={editing.edit}>
        Edit
      </ReasonButton>
      <div ref={next}>
        <ReasonButton
          disabledReason={reason ?? (shown && existingDataPoint(point.key, shown.configId, client))}
          onClick={() => shown && onNext(shown.configId)}
        >
          Next
        </ReasonButton>
      </div>
    </>
  );
}
