import { Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { synonymsOf } from '@quarry/contracts';
import { IconLayoutGrid, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useCallback, useRef } from 'react';
import { plural } from '../../lib/format.ts';
import { FIELD_TYPE_ICONS, FIELD_TYPE_LABELS } from '../../ui/cells/field-types.ts';
import { searchFields } from '../../ui/filter-builder/search-fields.ts';
import { withArrowKeys } from './arrow-keys.ts';
import { BlockIcon } from './BlockIcon.tsx';
import classes from './data-blocks.module.css';
import type { BlockDataPoint } from './data-point-index.ts';
import type { MarketDataBlocks } from './queries.ts';
import { type BlockTemplate, searchTemplates } from './search-templates.ts';

/** The search text and the selected block; null for all blocks. */
export interface ExplorerView {
  readonly search: string;
  readonly blockName: string | null;
}

/** Data blocks on the left, their matching data points on the right. */
export function FieldExplorer(props: {
  dataBlocks: MarketDataBlocks;
  /** The chosen `block/field`; empty for none. */
  chosen: string;
  view: ExplorerView;
  onView: (view: ExplorerView) => void;
  /** Picking a data point that needs a configuration opens another dialog. */
  opensDialog: boolean;
  /** A note beside a data point; empty for none. */
  noteOf?: (point: BlockDataPoint) => string;
  onPick: (point: BlockDataPoint) => void;
  /** Starts a configuration from a template of its block. */
  onPickTemplate: (template: BlockTemplate) => void;
}) {
  const { dataBlocks, view, onView, onPick, onPickTemplate } = props;
  const results = useRef<HTMLDivElement>(null);
  const setResults = useCallback((list: HTMLDivElement | null) => {
    results.current = list;
    return withArrowKeys(list);
  }, []);
  const matches = searchPoints(dataBlocks.all, view.search);
  const countByBlock = new Map([...Map.groupBy(matches, pointBlock)].map(([name, points]) => [name, points.length]));
  const visible = view.blockName === null ? matches : matches.filter((point) => pointBlock(point) === view.blockName);
  const groups = [...Map.groupBy(visible, pointBlock).values()];
  const templates = searchTemplates(dataBlocks.blocks, view.search).filter(
    ({ block }) => view.blockName === null || view.blockName === block.blockName,
  );
  function onSearchKey(event: KeyboardEvent) {
    const [first] = visible;
    const [firstTemplate] = templates;
    if (event.key === 'Enter' && view.search.trim() !== '' && (first ?? firstTemplate)) {
      event.preventDefault();
      if (first) onPick(first);
      else if (firstTemplate) onPickTemplate(firstTemplate);
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      results.current?.querySelector('button')?.focus();
    }
  }
  return (
    <>
      <TextInput
        data-autofocus
        aria-label="Search data points"
        aria-describedby="found-data-points"
        placeholder="Search all data points"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={view.search}
        onChange={(event) => onView({ search: event.currentTarget.value, blockName: null })}
        onKeyDown={onSearchKey}
      />
      <VisuallyHidden id="found-data-points" role="status">
        {view.search.trim() === ''
          ? ''
          : `${plural(visible.length, 'data point')} and ${plural(templates.length, 'template')} found`}
      </VisuallyHidden>
      <div className={classes.panes}>
        <nav className={classes.side} aria-label="Data blocks" ref={withArrowKeys}>
          <BlockButton
            name="All data points"
            icon={<IconLayoutGrid size={16} className={classes.icon} aria-hidden="true" />}
            count={matches.length}
            isCurrent={view.blockName === null}
            onClick={() => onView({ ...view, blockName: null })}
          />
          {dataBlocks.blocks.map((block) => (
            <BlockButton
              key={block.blockName}
              name={block.displayName}
              icon={<BlockIcon icon={block.icon} size={16} />}
              count={countByBlock.get(block.blockName) ?? 0}
              isCurrent={view.blockName === block.blockName}
              onClick={() => onView({ ...view, blockName: block.blockName })}
            />
          ))}
        </nav>
        <div ref={setResults} className={classes.main}>
          {groups.length === 0 && templates.length === 0 && (
            <Text c="dimmed" p="md">
              No data points found
            </Text>
          )}
          {groups.map((points) => (
            <BlockSection
              key={points[0]?.block.blockName}
              points={points}
              chosen={props.chosen}
              configCount={
                dataBlocks.configs.filter(({ blockName }) => blockName === points[0]?.block.blockName).length
              }
              opensDialog={props.opensDialog}
              noteOf={props.noteOf}
              onPick={onPick}
            />
          ))}
          {templates.length > 0 && (
            <TemplateSection templates={templates} opensDialog={props.opensDialog} onPick={onPickTemplate} />
          )}
        </div>
      </div>
    </>
  );
}

function pointBlock({ block }: BlockDataPoint): string {
  return block.blockName;
}

/** Matching data points, best first. */
function searchPoints(all: readonly BlockDataPoint[], search: string): BlockDataPoint[] {
  const fields = all.map((point) => ({
    point,
    fieldName: point.key,
    displayName: point.field.displayName,
    group: `${point.block.displayName} ${point.block.description}`,
    description: point.field.description,
    synonyms: synonymsOf(point.key),
  }));
  return searchFields(fields, search).map(({ point }) => point);
}

function BlockButton(props: { name: string; icon: ReactNode; count: number; isCurrent: boolean; onClick: () => void }) {
  return (
    <UnstyledButton
      className={classes.sideItem}
      aria-current={props.isCurrent ? 'true' : undefined}
      data-muted={props.count === 0 || undefined}
      onClick={props.onClick}
    >
      {props.icon}
      <span className={classes.sideName}>{props.name}</span>
      <span className={classes.count}>{props.count}</span>
    </UnstyledButton>
  );
}

function BlockSection(props: {
  points: readonly BlockDataPoint[];
  chosen: string;
  configCount: number;
  opensDialog: boolean;
  noteOf: ((point: BlockDataPoint) => string) | undefined;
  onPick: (point: BlockDataPoint) => void;
}) {
  const [first] = props.points;
  if (!first) return null;
  const { blockName, displayName, description, isParameterisedWithDynamicConfig: isDynamic } = first.block;
  const titleId = `block-${blockName}`;
  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <h3 id={titleId} className={classes.sectionTitle}>
        {displayName}
      </h3>
      <p className={classes.sectionText}>
        {description}
        {isDynamic && ' You choose what to look for.'}
      </p>
      <ul className={classes.points}>
        {props.points.map((point) => (
          <li key={point.key}>
            <PointButton
              point={point}
              isChosen={point.key === props.chosen}
              note={props.noteOf?.(point) || (isDynamic ? configNote(props.configCount) : '')}
              opensDialog={isDynamic && props.opensDialog}
              onClick={() => props.onPick(point)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TemplateSection(props: {
  templates: readonly BlockTemplate[];
  opensDialog: boolean;
  onPick: (template: BlockTemplate) => void;
}) {
  return (
    <section aria-labelledby="found-templates" className={classes.section}>
      <h3 id="found-templates" className={classes.sectionTitle}>
        Templates
      </h3>
      <p className={classes.sectionText}>Configurations to start from, which you can change.</p>
      <ul className={classes.points}>
        {props.templates.map((found) => (
          <li key={found.template.id}>
            <UnstyledButton
              className={classes.point}
              aria-haspopup={props.opensDialog ? 'dialog' : undefined}
              onClick={() => props.onPick(found)}
            >
              <BlockIcon icon={found.block.icon} size={16} />
              <span className={classes.pointText}>
                <span className={classes.pointName}>
                  {found.template.label}
                  <span className={classes.pointType}>{found.block.displayName}</span>
                </span>
                <span className={classes.pointDescription}>{found.template.description}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function configNote(count: number): string {
  return count === 0 ? 'Needs a configuration' : plural(count, 'configuration');
}

function PointButton(props: {
  point: BlockDataPoint;
  isChosen: boolean;
  note: string;
  opensDialog: boolean;
  onClick: () => void;
}) {
  const { field } = props.point;
  const Icon = FIELD_TYPE_ICONS[field.type];
  return (
    <UnstyledButton
      className={classes.point}
      aria-current={props.isChosen ? 'true' : undefined}
      aria-haspopup={props.opensDialog ? 'dialog' : undefined}
      onClick={props.onClick}
    >
      <Icon size={16} className={classes.icon} aria-hidden="true" />
      <span className={classes.pointText}>
        <span className={classes.pointName}>
          {field.displayName}
          <span className={classes.pointType}>
            {FIELD_TYPE_LABELS[field.type]}
            {props.note !== '' && ` · ${props.note}`}
          </span>
        </span>
        <span className={classes.pointDescription}>{field.description}</span>
      </span>
    </UnstyledButton>
  );
}
