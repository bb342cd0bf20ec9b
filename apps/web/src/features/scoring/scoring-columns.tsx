import type { ScoringConfig } from '@quarry/contracts';
import { Link } from '@tanstack/react-router';
import { formatDate, formatNumber, relativeInstant } from '../../lib/format.ts';
import list from '../../ui/list-page.module.css';
import type { TableColumn } from '../../ui/table/types.ts';
import { ScoringActions } from './ScoringActions.tsx';
import { ScoringBadges } from './ScoringBadges.tsx';

const RULES_WIDTH = 90;
const ORIGIN_WIDTH = 170;
const MODIFIED_WIDTH = 140;
const ACTIONS_WIDTH = 130;
const MIN_NAME_WIDTH = 280;

export interface ScoringColumnOptions {
  readonly clientName: string;
  /** The table's width in pixels; the name takes what the other columns leave. */
  readonly width: number;
  readonly onRename: (config: ScoringConfig) => void;
  readonly onDelete: (config: ScoringConfig) => void;
}

export function scoringColumns(options: ScoringColumnOptions): TableColumn<ScoringConfig>[] {
  const { clientName, width } = options;
  return [
    {
      id: 'name',
      header: 'Name',
      width: Math.max(MIN_NAME_WIDTH, width - RULES_WIDTH - ORIGIN_WIDTH - MODIFIED_WIDTH - ACTIONS_WIDTH),
      isLocked: true,
      cell: (config) => (
        <span className={list.name}>
          <Link
            className={list.nameLink}
            to="/app/$clientName/scoring/$scoringConfigId"
            params={{ clientName, scoringConfigId: config.id }}
            data-hint-overflow=""
          >
            {config.name}
          </Link>
          <ScoringBadges config={config} />
        </span>
      ),
      copy: (config) => config.name,
    },
    {
      id: 'rules',
      header: 'Rules',
      description: 'Conditions that give points',
      width: RULES_WIDTH,
      align: 'end',
      cell: ({ rules }) => formatNumber(rules.length),
      copy: ({ rules }) => String(rules.length),
    },
    {
      id: 'origin',
      header: 'Analysis',
      description: 'The analysis report that the rules come from',
      width: ORIGIN_WIDTH,
      cell: (config) => <Origin config={config} clientName={clientName} />,
    },
    {
      id: 'lastModified',
      header: 'Last modified',
      description: 'When the name or the rules were last changed',
      width: MODIFIED_WIDTH,
      cell: ({ lastModifiedAt }) => (
        <time dateTime={lastModifiedAt} data-hint={relativeInstant(lastModifiedAt)}>
          {formatDate(lastModifiedAt)}
        </time>
      ),
      copy: ({ lastModifiedAt }) => lastModifiedAt,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: ACTIONS_WIDTH,
      align: 'end',
      cell: (config) => (
        <ScoringActions
          config={config}
          clientName={clientName}
          onRename={options.onRename}
          onDelete={options.onDelete}
        />
      ),
    },
  ];
}

function Origin({ config, clientName }: { config: ScoringConfig; clientName: string }) {
  const reportId = config.associatedScoringAnalysisReportId;
  if (reportId === null) {
    return (
      <span className={list.muted} data-hint="The rules were made by hand">
        –
      </span>
    );
  }
  return (
    <Link
      to="/app/$clientName/scoring/analysis/results/$scoringAnalysisReportId"
      params={{ clientName, scoringAnalysisReportId: reportId }}
      aria-label={`Analysis results behind ${config.name}`}
    >
      View results
    </Link>
  );
}
