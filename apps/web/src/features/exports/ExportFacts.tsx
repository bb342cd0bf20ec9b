import { Anchor, List, Title } from '@mantine/core';
import { type DatasetExportItem, type ExportItem, isDatasetExport, type SchemaField } from '@quarry/contracts';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { formatInstant, formatNumber, plural } from '../../lib/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { describeOrder, describeSearch } from '../datasets/describe-search.ts';
import { CLOSED_PANELS, writeHash } from '../datasets/explorer-state.ts';
import { useTags } from '../tags/queries.ts';
import { explorerStateOf } from './export-request.ts';
import classes from './exports.module.css';

/** What was exported, requester and times of an export. */
export function ExportFacts({ item, clientName }: { item: ExportItem; clientName: string }) {
  return (
    <section aria-labelledby="export-facts">
      <Title order={2} mb={8} id="export-facts">
        Request
      </Title>
      <dl className={classes.facts}>
        {isDatasetExport(item) ? <DatasetFacts item={item} clientName={clientName} /> : <AnalysisFacts item={item} />}
        <Fact label="Requested by">{item.requestedByUserEmail}</Fact>
        <Fact label="Requested at">{formatInstant(item.createdAt)}</Fact>
        {item.completedAt !== null && <Fact label="Completed at">{formatInstant(item.completedAt)}</Fact>}
      </dl>
    </section>
  );
}

function AnalysisFacts({ item }: { item: Extract<ExportItem, { type: 'SCORING_ANALYSIS' }> }) {
  const { clientName } = useClient();
  const { scoringAnalysisReportId } = item.exportConfig;
  return (
    <>
      <Fact label="Findings">
        <TextLink
          size="sm"
          to="/app/$clientName/scoring/analysis/results/$scoringAnalysisReportId"
          params={{ clientName, scoringAnalysisReportId }}
        >
          All of a scoring analysis report
        </TextLink>
      </Fact>
      <Rows item={item} />
      <Fact label="Format">CSV</Fact>
    </>
  );
}

function DatasetFacts({ item, clientName }: { item: DatasetExportItem; clientName: string }) {
  const { companiesSchema } = useClient();
  const { names } = useTags(clientName);
  const { exportConfig } = item;
  const conditions = describeSearch(exportConfig, companiesSchema, names);
  return (
    <>
      <Fact label="Companies">
        {item.chosenCompanies !== null ? (
          `${plural(item.chosenCompanies, 'company', 'companies')} chosen one by one`
        ) : conditions.length === 0 ? (
          'Every company in the dataset'
        ) : (
          <List size="sm">
            {conditions.map((condition) => (
              <List.Item key={condition}>{condition}</List.Item>
            ))}
          </List>
        )}
        {item.chosenCompanies === null && (
          <TextLink
            size="sm"
            to="/app/$clientName"
            params={{ clientName }}
            hash={writeHash(explorerStateOf(item), CLOSED_PANELS)}
          >
            Show in Companies
          </TextLink>
        )}
      </Fact>
      <Fact label="Order">{describeOrder(exportConfig, companiesSchema)}</Fact>
      <Rows item={item} />
      <Fact label="Columns">
        <Columns item={item} schema={companiesSchema} />
      </Fact>
      <Fact label="Format">{exportConfig.format === 'parquet' ? 'Parquet' : 'CSV'}</Fact>
      <Fact label="Values">{exportConfig.values === 'RAW' ? 'Raw' : 'As shown on pages'}</Fact>
    </>
  );
}

function Rows({ item: { rowCount } }: { item: ExportItem }) {
  return rowCount === null ? null : <Fact label="Rows">{formatNumber(rowCount)}</Fact>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Columns({ item, schema }: { item: DatasetExportItem; schema: readonly SchemaField[] }) {
  const [isOpen, setOpen] = useState(false);
  const { columns } = item.exportConfig;
  if (item.type === 'DATASET_LINKEDIN_ADS') {
    return 'The template of LinkedIn Campaign Manager';
  }
  if (columns === null) return 'All columns';
  const names = new Map(schema.map(({ fieldName, displayName }) => [fieldName, displayName]));
  return (
    <>
      {plural(columns.length, 'column')}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ml="sm"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide names' : 'Show names'}
      </Anchor>
      {isOpen && <div>{columns.map((fieldName) => names.get(fieldName) ?? fieldName).join(', ')}</div>}
    </>
  );
}
