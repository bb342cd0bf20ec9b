import { Text, TextInput } from '@mantine/core';
import type { DataBlockConfig } from '@quarry/contracts';
import type { FormEvent } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { BlockDataPoint } from '../data-blocks/data-point-index.ts';
import { summariseConfig } from '../data-blocks/summarise-config.ts';
import { MAX_DATA_POINT_NAME, nameProblem } from './name-problem.ts';
import { refreshText } from './refresh-text.ts';
import { useAddProblem } from './use-add-problem.ts';
import { useStepFocus } from './use-step-focus.ts';
import { WizardFooter } from './WizardFooter.tsx';
import classes from './wizard.module.css';

/** Step 4: name the data point. */
export function NameStep(props: {
  point: BlockDataPoint;
  config: DataBlockConfig | null;
  name: string;
  /** The server rejected the name as taken. */
  isTaken: boolean;
  isSaving: boolean;
  onName: (name: string) => void;
  onBack: () => void;
  onSave: () => void;
}) {
  const { point, config, name } = props;
  const client = useClient();
  const addProblem = useAddProblem();
  const problem = props.isTaken ? 'Data point name must be unique' : nameProblem(name, null, client);
  const reason = addProblem ?? problem;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === null && !props.isSaving) props.onSave();
  };
  return (
    <div ref={useStepFocus()} className={classes.step}>
      <form onSubmit={submit} noValidate className={classes.named}>
        <TextInput
          label="Name"
          description="The name of its column, unique in this account"
          withAsterisk
          data-autofocus
          autoComplete="off"
          maxLength={MAX_DATA_POINT_NAME}
          value={name}
          error={problem}
          onChange={(event) => props.onName(event.currentTarget.value)}
        />
      </form>
      <Facts>
        <Fact label="Data point">
          {point.block.displayName} · {point.field.displayName}
        </Fact>
        <Fact label="Description">{point.field.description}</Fact>
        {config && (
          <Fact label="Configuration">
            {config.label}: {summariseConfig(config.blockName, config.config)}
          </Fact>
        )}
      </Facts>
      <Text size="sm">It becomes a column for everyone {refreshText(client.nextBuildDueAt)}.</Text>
      <WizardFooter onBack={props.onBack}>
        <ReasonButton loading={props.isSaving} disabledReason={reason} onClick={submit}>
          Save data point
        </ReasonButton>
      </WizardFooter>
    </div>
  );
}
