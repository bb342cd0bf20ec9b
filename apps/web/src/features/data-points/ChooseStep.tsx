import type { DataBlockTemplate } from '@quarry/contracts';
import { useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { BlockDataPoint } from '../data-blocks/data-point-index.ts';
import { type ExplorerView, FieldExplorer } from '../data-blocks/FieldExplorer.tsx';
import type { MarketDataBlocks } from '../data-blocks/queries.ts';
import { pointOfTemplate } from '../data-blocks/search-templates.ts';
import { existingDataPoint } from './existing-data-point.ts';
import { useStepFocus } from './use-step-focus.ts';
import { WizardFooter } from './WizardFooter.tsx';
import classes from './wizard.module.css';

/** Step 1: choose a data point. Picking the chosen one again works like Next. */
export function ChooseStep(props: {
  dataBlocks: MarketDataBlocks;
  /** `block/field`; empty for none. */
  chosen: string;
  onChoose: (field: string) => void;
  onClose: () => void;
  onNext: () => void;
  onTemplate: (field: string, template: DataBlockTemplate) => void;
}) {
  const { dataBlocks, chosen, onNext } = props;
  const client = useClient();
  const [view, setView] = useState<ExplorerView>({
    search: '',
    blockName: dataBlocks.find(chosen)?.block.blockName ?? null,
  });
  const point = dataBlocks.find(chosen);
  // A dynamic data point can exist under one configuration and be new under another.
  const existing = ({ block, key }: BlockDataPoint) =>
    block.isParameterisedWithDynamicConfig ? null : existingDataPoint(key, null, client);
  const reason = point === undefined ? 'Choose a data point first' : existing(point);
  return (
    <div ref={useStepFocus()} className={classes.step}>
      <FieldExplorer
        dataBlocks={dataBlocks}
        chosen={chosen}
        view={view}
        onView={setView}
        opensDialog={false}
        noteOf={(candidate) => existing(candidate) ?? ''}
        onPick={({ key }) => {
          if (key !== chosen) props.onChoose(key);
          else if (reason === null) onNext();
        }}
        onPickTemplate={(picked) => {
          const described = pointOfTemplate(dataBlocks.all, picked, ['count', 'has_any']);
          if (described) props.onTemplate(described.key, picked.template);
        }}
      />
      <WizardFooter backLabel="Cancel" onBack={props.onClose}>
        <ReasonButton disabledReason={reason} onClick={onNext}>
          Next
        </ReasonButton>
      </WizardFooter>
    </div>
  );
}
