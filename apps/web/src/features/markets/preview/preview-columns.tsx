import type { FieldValue, PreviewField } from '@quarry/contracts';
import { IconBrandLinkedin, IconListCheck, IconTableShortcut, IconWorld } from '@tabler/icons-react';
import { CellValue } from '../../../ui/cells/CellValue.tsx';
import { copyText, isEmptyValue, isNumericType } from '../../../ui/cells/cell-text.ts';
import { FullValue } from '../../../ui/cells/FullValue.tsx';
import { FIELD_TYPE_WIDTHS } from '../../../ui/cells/field-types.ts';
import { valueHint } from '../../../ui/cells/value-hint.ts';
import type { TableColumn } from '../../../ui/table/types.ts';
import classes from './preview.module.css';
import { companyOf, dataPointFields, type PreviewCompany, type PreviewRow } from './preview-company.ts';
import { internalName, readableValue } from './readable-value.ts';

const HEADER_PLACEHOLDERS = 8;
const COMPANY_WIDTH = 280;
const PLACEHOLDER_WIDTH = 160;
const BUTTON_WIDTH = 32;
const WIDTHS = { ...FIELD_TYPE_WIDTHS, String: 220, Multipicklist: 280, Array: 280 };

/** One company's data point whose rows can be opened. */
export interface DeepPreviewTarget {
  readonly field: PreviewField;
  readonly company: PreviewCompany;
}

export interface PreviewActions {
  /** Null if explanations are not available here. */
  readonly onExplain: ((companyId: string) => void) | null;
  /** Null if the rows behind values cannot be opened here. */
  readonly onDeepPreview: ((target: DeepPreviewTarget) => void) | null;
}

/** The company column, then one column per data point in schema order. */
export function previewColumns(schema: readonly PreviewField[], actions: PreviewActions): TableColumn<PreviewRow>[] {
  return [companyColumn(actions), ...dataPointFields(schema).map((field) => dataPointColumn(field, actions))];
}

/** Columns shown until the data points are known. */
export function placeholderColumns(): TableColumn<PreviewRow>[] {
  const columns = Array.from({ length: HEADER_PLACEHOLDERS }, (_, at) => ({
    id: `placeholder-${at}`,
    header: `Data point ${at + 1}`,
    isPlaceholder: true,
    width: PLACEHOLDER_WIDTH,
    cell: () => null,
  }));
  return [
    { id: COMPANY_COLUMN, header: 'Company', width: COMPANY_WIDTH, isLocked: true, cell: () => null },
    ...columns,
  ];
}

const COMPANY_COLUMN = 'company';

function companyColumn(actions: PreviewActions): TableColumn<PreviewRow> {
  return {
    id: COMPANY_COLUMN,
    header: 'Company',
    width: COMPANY_WIDTH,
    isLocked: true,
    cell: (row) => <CompanyCell company={companyOf(row)} onExplain={actions.onExplain} isFocusable={false} />,
    full: (row) => <CompanyCell company={companyOf(row)} onExplain={actions.onExplain} isFocusable />,
    copy: (row) => companyOf(row).name,
  };
}

function CompanyCell(props: { company: PreviewCompany; onExplain: PreviewActions['onExplain']; isFocusable: boolean }) {
  const { company, onExplain } = props;
  const tabIndex = props.isFocusable ? 0 : -1;
  return (
    <span className={classes.company}>
      <span className={classes.companyText}>
        <span className={classes.companyName} data-hint-overflow="">
          {company.name}
        </span>
        <span className={classes.companyDomain}>{company.domain}</span>
      </span>
      <span className={classes.companyLinks}>
        {company.websiteUrl && (
          <a
            href={company.websiteUrl}
            target="_blank"
            rel="noopener noreferrer"
            tabIndex={tabIndex}
            aria-label={`Website of ${company.name}`}
          >
            <IconWorld size={16} aria-hidden="true" />
          </a>
        )}
        {company.linkedInUrl && (
          <a
            href={company.linkedInUrl}
            target="_blank"
            rel="noopener noreferrer"
            tabIndex={tabIndex}
            aria-label={`${company.name} on LinkedIn`}
          >
            <IconBrandLinkedin size={16} aria-hidden="true" />
          </a>
        )}
        {onExplain && (
          <button
            type="button"
            className={classes.iconButton}
            tabIndex={tabIndex}
            aria-label={`Why is ${company.name} in?`}
            data-hint="Why is this company in?"
            onClick={() => onExplain(company.companyId)}
          >
            <IconListCheck size={16} aria-hidden="true" />
          </button>
        )}
      </span>
    </span>
  );
}

/** Empty, zero and false values have no rows behind them. */
function hasRowsBehind(value: FieldValue): boolean {
  return !isEmptyValue(value) && value !== 0 && value !== false;
}

function dataPointColumn(field: PreviewField, actions: PreviewActions): TableColumn<PreviewRow> {
  const hint = valueHint(internalName(field.fieldName), field.type);
  const valueOf = (row: PreviewRow) => readableValue(field.fieldName, row[field.fieldName]);
  const { onDeepPreview } = actions;
  const hasRows = field.deepPreviewSchema !== null && onDeepPreview !== null;
  const button = (row: PreviewRow, isFocusable: boolean) => (
    <button
      type="button"
      className={classes.iconButton}
      tabIndex={isFocusable ? 0 : -1}
      aria-label="Preview the data behind this data point"
      data-hint="Preview the data behind this data point"
      onClick={() => onDeepPreview?.({ field, company: companyOf(row) })}
    >
      <IconTableShortcut size={16} aria-hidden="true" />
    </button>
  );
  return {
    id: field.fieldName,
    header: field.displayName,
    description: field.description,
    width:
      Math.max(WIDTHS[field.type], Math.min(260, field.displayName.length * 7 + 40)) + (hasRows ? BUTTON_WIDTH : 0),
    align: isNumericType(field.type) ? 'end' : 'start',
    cell: (row, { showAll, width }) => {
      const value = (
        <CellValue
          type={field.type}
          value={valueOf(row)}
          hint={hint}
          width={hasRows ? width - BUTTON_WIDTH : width}
          onShowAll={showAll}
        />
      );
      if (!hasRows) return value;
      return (
        <span className={classes.deepCell}>
          <span className={classes.deepValue}>{value}</span>
          {hasRowsBehind(valueOf(row)) ? button(row, false) : <span className={classes.noButton} />}
        </span>
      );
    },
    full: (row) => (
      <span className={classes.deepCell}>
        <FullValue type={field.type} value={valueOf(row)} hint={hint} />
        {hasRows && hasRowsBehind(valueOf(row)) && button(row, true)}
      </span>
    ),
    copy: (row) => copyText(field.type, valueOf(row)),
  };
}
