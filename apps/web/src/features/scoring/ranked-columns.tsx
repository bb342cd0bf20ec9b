import type { SchemaField, ScoredCompany } from '@quarry/contracts';
import { CellValue } from '../../ui/cells/CellValue.tsx';
import { copyText, isNumericType } from '../../ui/cells/cell-text.ts';
import { FullValue } from '../../ui/cells/FullValue.tsx';
import { FIELD_TYPE_WIDTHS } from '../../ui/cells/field-types.ts';
import type { TableColumn } from '../../ui/table/types.ts';
import { fieldHint, readableValue } from '../datasets/fields.ts';
import type { TagNames } from '../datasets/tag-names.ts';
import { minus } from './distribution-layout.ts';
import classes from './scoring.module.css';
import { signed } from './signed.ts';

const COMPANY_WIDTH = 220;
const SCORE_WIDTH = 110;

/** The company, its score and what an edit changed in it, then the columns that the rules use. */
export function rankedColumns(options: {
  readonly fields: readonly SchemaField[];
  readonly tagNames: TagNames;
  /** Scores under the saved rules by company; empty if nothing is edited. */
  readonly before: ReadonlyMap<string, number>;
}): TableColumn<ScoredCompany>[] {
  const { fields, tagNames, before } = options;
  return [
    {
      id: 'company',
      header: 'Company',
      width: COMPANY_WIDTH,
      isLocked: true,
      cell: (row) => (
        <span className={classes.company}>
          <span className={classes.companyName} data-hint-overflow="">
            {row.name || row.__domain}
          </span>
          <span className={classes.companyDomain}>{row.__domain}</span>
        </span>
      ),
      full: (row) => row.name,
      copy: (row) => row.name,
    },
    {
      id: 'score',
      header: 'Score',
      width: SCORE_WIDTH,
      align: 'end',
      cell: (row) => <Score score={row.__previewScore} before={before.get(row.__company_id)} />,
      copy: (row) => String(row.__previewScore),
    },
    ...fields.map((field) => fieldColumn(field, tagNames)),
  ];
}

function Score({ score, before }: { score: number; before: number | undefined }) {
  const change = before === undefined ? 0 : score - before;
  return (
    <span className={classes.score}>
      {change !== 0 && (
        <span className={classes.change} data-hint={`${minus(before ?? 0)} under the saved rules`}>
          {signed(change)}
        </span>
      )}
      {minus(score)}
    </span>
  );
}

function fieldColumn(field: SchemaField, tagNames: TagNames): TableColumn<ScoredCompany> {
  const hint = fieldHint(field);
  return {
    id: field.fieldName,
    header: field.displayName,
    description: field.description,
    width: FIELD_TYPE_WIDTHS[field.type],
    align: isNumericType(field.type) ? 'end' : 'start',
    cell: (row, { showAll, width }) => (
      <CellValue
        type={field.type}
        value={readableValue(row, field, tagNames)}
        hint={hint}
        width={width}
        onShowAll={showAll}
      />
    ),
    full: (row) => <FullValue type={field.type} value={readableValue(row, field, tagNames)} hint={hint} />,
    copy: (row) => copyText(field.type, readableValue(row, field, tagNames)),
  };
}
