import { Anchor, Button, Text } from '@mantine/core';
import type { DeepPreviewColumn } from '@quarry/contracts';
import { CellValue } from '../../../ui/cells/CellValue.tsx';
import { isEmptyValue } from '../../../ui/cells/cell-text.ts';
import { valueHint, webAddress } from '../../../ui/cells/value-hint.ts';
import classes from './preview.module.css';
import type { PreviewRow } from './preview-company.ts';
import { readableValue } from './readable-value.ts';

/** Text columns that link to the address in another column. */
const LINKS: Readonly<Record<string, string>> = { title: 'url', raw_name: 'person_url' };
const REVIEW = 'review';

export function textIn(row: PreviewRow, fieldName: string): string {
  const value = row[fieldName];
  return typeof value === 'string' ? value.trim() : '';
}

/** One value of a row behind a data point: titles and names are links, reviews open in a dialog. */
export function DeepPreviewCell(props: {
  column: DeepPreviewColumn;
  row: PreviewRow;
  onReview: (row: PreviewRow) => void;
}) {
  const { column, row } = props;
  const { fieldName } = column;
  const target = LINKS[fieldName];
  if (target !== undefined) return <LinkedText text={textIn(row, fieldName)} address={textIn(row, target)} />;
  if (fieldName === REVIEW && textIn(row, REVIEW) !== '') {
    return (
      <span className={classes.review}>
        <Text component="span" size="sm" lineClamp={2}>
          {textIn(row, REVIEW)}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Read review: ${textIn(row, 'review_title') || 'untitled'}`}
          onClick={() => props.onReview(row)}
        >
          Read review
        </Button>
      </span>
    );
  }
  const value = readableValue(fieldName, row[fieldName]);
  const hint = valueHint(fieldName, column.type);
  if (typeof value === 'string' && column.type !== 'Date' && !isEmptyValue(value)) {
    const link = webAddress(value, hint === 'address');
    return link ? <LinkedText text={link.label} address={value} /> : <span className={classes.deepText}>{value}</span>;
  }
  return (
    <span className={classes.deepShort}>
      <CellValue type={column.type} value={value} hint={hint} />
    </span>
  );
}

/** Text that links to a web address in a new tab; shows the address if there is no text. */
function LinkedText({ text, address }: { text: string; address: string }) {
  const link = webAddress(address, true);
  const label = text || address;
  if (label === '') return <CellValue type="String" value={null} />;
  if (link === null) return <span className={classes.deepText}>{label}</span>;
  return (
    <Anchor href={link.href} target="_blank" rel="noopener noreferrer" size="sm" className={classes.deepText}>
      {label}
    </Anchor>
  );
}
