import { Modal } from '@mantine/core';
import type { DataBlockConfig, DataBlockTemplate } from '@quarry/contracts';
import { useState } from 'react';
import type { ChosenField } from '../../ui/filter-builder/filter-field.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { ConfigureDataPoint } from './ConfigureDataPoint.tsx';
import classes from './data-blocks.module.css';
import type { BlockDataPoint } from './data-point-index.ts';
import { type ExplorerView, FieldExplorer } from './FieldExplorer.tsx';
import type { MarketDataBlocks } from './queries.ts';
import { pointOfTemplate } from './search-templates.ts';

/** Picks a data point in the field explorer, then a configuration if it needs one. */
export default function ChooseDataPoint(props: {
  dataBlocks: MarketDataBlocks;
  start: 'explore' | 'configure';
  /** The chosen `block/field`; empty for none. */
  field: string;
  configId: string | null;
  onChoose: (chosen: ChosenField) => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const { dataBlocks, field, start } = props;
  const chosen = dataBlocks.find(field);
  const [view, setView] = useState<ExplorerView>({ search: '', blockName: chosen?.block.blockName ?? null });
  const [configuring, setConfiguring] = useState<BlockDataPoint | null>(
    start === 'configure' ? (chosen ?? null) : null,
  );
  const [template, setTemplate] = useState<DataBlockTemplate | null>(null);
  if (configuring === null) {
    return (
      <Modal
        opened
        onClose={props.onClose}
        title="Choose a data point"
        size={920}
        centered
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        classNames={{ body: classes.modalBody }}
      >
        <FieldExplorer
          dataBlocks={dataBlocks}
          chosen={field}
          view={view}
          onView={setView}
          opensDialog
          onPick={(point) => {
            setTemplate(null);
            if (point.block.isParameterisedWithDynamicConfig) setConfiguring(point);
            else props.onChoose({ field: point.key, type: point.field.type });
          }}
          onPickTemplate={(picked) => {
            setTemplate(picked.template);
            // A yes or no completes the condition.
            setConfiguring(pointOfTemplate(dataBlocks.all, picked, ['has_any', 'count']));
          }}
        />
      </Modal>
    );
  }
  const isSameBlock = configuring.block.blockName === chosen?.block.blockName;
  return (
    <ConfigureDataPoint
      block={configuring.block}
      field={configuring.field}
      selectedConfigId={isSameBlock ? props.configId : null}
      template={template}
      onSelect={({ configId }: DataBlockConfig) =>
        props.onChoose({ field: configuring.key, type: configuring.field.type, configId })
      }
      onClose={start === 'configure' ? props.onClose : () => setConfiguring(null)}
    />
  );
}
