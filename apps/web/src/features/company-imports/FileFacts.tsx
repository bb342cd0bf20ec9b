import { Card, Title } from '@mantine/core';
import type { CompanyFileCheck, CompanyImportReport } from '@quarry/contracts';
import classes from './company-imports.module.css';

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};
const ESCAPES = { doubled: 'quotes doubled', backslash: 'quotes after backslashes' };

/** The format in words: `CSV with semicolons, quotes doubled`. */
export function formatText({ format, dialect }: Pick<CompanyImportReport, 'format' | 'dialect'>): string {
  if (format === 'empty') return 'Unknown';
  if (dialect === null) return format;
  const { delimiter, escape } = dialect;
  return `${format} with ${DELIMITERS[delimiter] ?? delimiter}${escape === null ? '' : `, ${ESCAPES[escape]}`}`;
}

/** What a file is and how it was recognised. */
export function FileFacts({ check, size }: { check: CompanyFileCheck; size: string }) {
  const { mapping, unusedColumns } = check;
  return (
    <Card withBorder component="section" aria-labelledby="import-file">
      <Title order={2} size="h4" id="import-file" mb="xs">
        File
      </Title>
      <dl className={classes.facts}>
        <dt>Size</dt>
        <dd>{size}</dd>
        <dt>Format</dt>
        <dd>{formatText(check)}</dd>
        <dt>Mapping</dt>
        <dd>
          {mapping === null ? 'None fits' : mapping.name === 'custom' ? 'Your own' : `Recognised: ${mapping.name}`}
        </dd>
        <dt>Columns not used</dt>
        <dd>{unusedColumns.length === 0 ? 'None' : unusedColumns.join(', ')}</dd>
      </dl>
    </Card>
  );
}
