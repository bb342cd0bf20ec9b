import type { SyncErrorGroup } from '@quarry/contracts';
import { formatNumber } from '../../../lib/format.ts';
import type { TableColumn } from '../../../ui/table/types.ts';
import { connectorName } from '../../integrations/connector-types.ts';
import classes from '../integration-jobs.module.css';

const WIDTHS = { connector: 130, recordType: 110, field: 190, records: 100 };
const MIN_ERROR_WIDTH = 260;

export const recordTypeLabel = ({ recordType }: Pick<SyncErrorGroup, 'recordType'>): string =>
  recordType === 'company' ? 'Company' : 'Contact';

/** The columns of kinds of errors for a table of this width; the error takes the rest. */
export function errorColumns(width: number): TableColumn<SyncErrorGroup>[] {
  const fixed = Object.values(WIDTHS).reduce((sum, one) => sum + one, 0);
  return [
    {
      id: 'error',
      header: 'Error',
      width: Math.max(MIN_ERROR_WIDTH, width - fixed),
      isLocked: true,
      cell: (group) => (
        <span data-hint-overflow="">
          <span className={classes.name}>{group.shortDescription}</span>{' '}
          <span className={classes.muted}>{group.errorCode}</span>
        </span>
      ),
      full: (group) => group.longDescription,
      copy: (group) => group.shortDescription,
    },
    {
      id: 'connector',
      header: 'Connector',
      width: WIDTHS.connector,
      cell: (group) => connectorName(group.integrationType),
      copy: (group) => connectorName(group.integrationType),
    },
    {
      id: 'recordType',
      header: 'Record',
      width: WIDTHS.recordType,
      cell: recordTypeLabel,
      copy: recordTypeLabel,
    },
    {
      id: 'field',
      header: 'Field',
      width: WIDTHS.field,
      cell: ({ field }) => <span data-hint-overflow="">{field ?? '–'}</span>,
      copy: ({ field }) => field ?? '',
    },
    {
      id: 'records',
      header: 'Records',
      width: WIDTHS.records,
      align: 'end',
      cell: ({ errorCount }) => formatNumber(errorCount),
      copy: ({ errorCount }) => String(errorCount),
    },
  ];
}
