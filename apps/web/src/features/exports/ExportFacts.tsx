import { List, Title } from '@mantine/core';
import { type DatasetExportItem, type ExportItem, isDatasetExport, isSegmentExport } from '@quarry/contracts';
import { useClient } from '../../lib/client-context.tsx';
import { formatInstant, plural } from '../../lib/format.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { TextLink } from '../../ui/links.tsx';
import { describeOrder, describeSearch } from '../datasets/describe-search.ts';
import { CLOSED_PANELS, writeHash } from '../datasets/explorer-state.ts';
import { useTags } from '../tags/queries.ts';
import { explorerStateOf } from './export-request.ts';
import { RequestedColumns, Rows } from './RequestFacts.tsx';
import { SegmentFacts } from './SegmentFacts.tsx';

/** Contents, columns, requester and times of an export. */
export function ExportFacts({ item, clientName }: { item: ExportItem; clientName: string }) {
  return (
    <section aria-labelledby="export-facts">
      <Title order={2} mb={8} id="export-facts">
        Request
      </Title>
      <Facts>
        {isDatasetExport(item) ? (
          <DatasetFacts item={item} clientName={clientName} />
        ) : isSegmentExport(item) ? (
          <SegmentFacts item={item} />
        ) : item.type === 'CRM_ERRORS' ? (
          <SyncErrorFacts item={item} />
        ) : item.type === 'SYNC_PLAN' ? (
          <SyncPlanFacts item={item} />
        ) : (
          <AnalysisFacts item={item} />
        )}
        <Fact label="Requested by">{item.requestedByUserEmail}</Fact>
        <Fact label="Requested at">{formatInstant(item.createdAt)}</Fact>
        {item.completedAt !== null && <Fact label="Completed at">{formatInstant(item.completedAt)}</Fact>}
      </Facts>
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

function SyncErrorFacts({ item }: { item: Extract<ExportItem, { type: 'CRM_ERRORS' }> }) {
  const { integrationType, errorCode, field } = item.exportConfig;
  return (
    <>
      <Fact label="Connector">{integrationType}</Fact>
      <Fact label="Errors">
        {errorCode === null ? 'All current sync errors' : `${errorCode}${field === null ? '' : ` in ${field}`}`}
      </Fact>
      <Rows item={item} />
      <Fact label="Format">CSV</Fact>
    </>
  );
}

function SyncPlanFacts({ item }: { item: Extract<ExportItem, { type: 'SYNC_PLAN' }> }) {
  const { clientName } = useClient();
  return (
    <>
      <Fact label="Records">
        <TextLink
          size="sm"
          to="/app/$clientName/settings/connector-logs"
          params={{ clientName }}
          search={{ job: item.exportConfig.jobId }}
        >
          Every record of a dry run or an undo, field by field
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
        <RequestedColumns columns={exportConfig.columns} isTemplate={item.type === 'DATASET_LINKEDIN_ADS'} />
      </Fact>
      <Fact label="Format">{exportConfig.format === 'parquet' ? 'Parquet' : 'CSV'}</Fact>
      <Fact label="Values">{exportConfig.values === 'RAW' ? 'Raw' : 'As shown on pages'}</Fact>
    </>
  );
}
