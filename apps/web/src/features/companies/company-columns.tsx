import type { CompanyRow, SchemaField } from '@quarry/contracts';
import { IconBrandLinkedin, IconWorld } from '@tabler/icons-react';
import { lazy, type MouseEvent, Suspense } from 'react';
import { CellValue } from '../../ui/cells/CellValue.tsx';
import { copyText, isNumericType } from '../../ui/cells/cell-text.ts';
import { FullValue } from '../../ui/cells/FullValue.tsx';
import { FIELD_TYPE_WIDTHS } from '../../ui/cells/field-types.ts';
import type { TableColumn } from '../../ui/table/types.ts';
import { fieldHint, firstColumn, nameField, readableValue, visibleFields } from '../datasets/fields.ts';
import type { TagNames } from '../datasets/tag-names.ts';
import { ScoreHover } from '../scoring/ScoreHover.tsx';
import classes from './companies.module.css';
import { linkedInCompanyUrl } from './linkedin-url.ts';
import { hueOf, monogramOf } from './monogram.ts';

const ScoreReceipt = lazy(() => import('../scoring/ScoreReceipt.tsx'));

/** How the first column opens a company. */
export interface CompanyLinks {
  readonly hrefOf: (companyId: string) => string;
  readonly onOpen: (companyId: string) => void;
}

/** The explorer's columns: the company first, then a column per visible data point. */
export function companyColumns(
  schema: readonly SchemaField[],
  links: CompanyLinks,
  tagNames: TagNames,
): TableColumn<CompanyRow>[] {
  const name = nameField(schema);
  const first: TableColumn<CompanyRow> = {
    id: firstColumn(schema),
    header: name?.displayName ?? 'Company',
    ...(name?.description ? { description: name.description } : {}),
    width: 260,
    isLocked: true,
    isSortable: name !== undefined,
    cell: (row) => <CompanyCell row={row} links={links} />,
    full: (row) => row.name,
    copy: (row) => row.name,
  };
  const others = visibleFields(schema).filter((field) => field !== name);
  return [first, ...others.map((field) => fieldColumn(field, tagNames))];
}

function fieldColumn(field: SchemaField, tagNames: TagNames): TableColumn<CompanyRow> {
  const column = valueColumn(field, tagNames);
  return field.fieldSource === 'SCORE' ? withReceipt(column, field, tagNames) : column;
}

/** Explains the scores of a column. */
function withReceipt(column: TableColumn<CompanyRow>, field: SchemaField, tagNames: TagNames): TableColumn<CompanyRow> {
  return {
    ...column,
    cell: (row, context) => (
      <ScoreHover field={field} companyId={row.__company_id} tagNames={tagNames}>
        {column.cell(row, context)}
      </ScoreHover>
    ),
    full: (row) => (
      <Suspense>
        <ScoreReceipt field={field} companyId={row.__company_id} tagNames={tagNames} />
      </Suspense>
    ),
  };
}

function valueColumn(field: SchemaField, tagNames: TagNames): TableColumn<CompanyRow> {
  const hint = fieldHint(field);
  const isNumeric = isNumericType(field.type);
  return {
    id: field.fieldName,
    header: field.displayName,
    description: field.description,
    width: Math.max(FIELD_TYPE_WIDTHS[field.type], Math.min(240, field.displayName.length * 7 + 62)),
    align: isNumeric ? 'end' : 'start',
    isSortable: true,
    firstDirection: isNumeric || field.type === 'Date' ? 'desc' : 'asc',
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

/** With a modifier key, the browser opens the link elsewhere. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Two letters on a colour that stays the same for a domain. */
function Monogram({ name, domain }: { name: string; domain: string }) {
  const hue = hueOf(domain);
  const background = `light-dark(hsl(${hue} 45% 90%), hsl(${hue} 30% 24%))`;
  const color = `light-dark(hsl(${hue} 65% 24%), hsl(${hue} 60% 84%))`;
  return (
    <span className={classes.monogram} style={{ background, color }} aria-hidden="true">
      {monogramOf(name)}
    </span>
  );
}

function CompanyCell({ row, links }: { row: CompanyRow; links: CompanyLinks }) {
  const linkedIn = linkedInCompanyUrl(row.__linked_in_id);
  return (
    <span className={classes.company}>
      <Monogram name={row.name || row.__domain} domain={row.__domain} />
      <span className={classes.companyText}>
        <a
          className={classes.companyName}
          href={links.hrefOf(row.__company_id)}
          tabIndex={-1}
          data-hint-overflow=""
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            links.onOpen(row.__company_id);
          }}
        >
          {row.name || row.__domain}
        </a>
        <span className={classes.companyDomain}>{row.__domain}</span>
      </span>
      <span className={classes.companyLinks}>
        {row.__domain && (
          <a
            href={`https://${row.__domain}`}
            target="_blank"
            rel="noopener noreferrer"
            tabIndex={-1}
            aria-label={`Website of ${row.name}`}
          >
            <IconWorld size={16} aria-hidden="true" />
          </a>
        )}
        {linkedIn && (
          <a
            href={linkedIn}
            target="_blank"
            rel="noopener noreferrer"
            tabIndex={-1}
            aria-label={`${row.name} on LinkedIn`}
          >
            <IconBrandLinkedin size={16} aria-hidden="true" />
          </a>
        )}
      </span>
    </span>
  );
}
