import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router';
import { directorySearch } from '../features/data-directory/directory-search.ts';
import { startSearch } from '../features/markets/start-search.ts';
import { segmentViewSearch } from '../features/segments/view/segment-view-search.ts';
import { listSearch, pageOf, searchOf } from '../lib/list-search.ts';
import { textOf } from '../lib/search-text.ts';
import { client } from './parents.ts';

const companies = createRoute({
  getParentRoute: () => client,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { view?: string } => ({ view: textOf(search.view) }),
  component: page(() => import('../features/companies/CompaniesPage.tsx')),
});
const markets = createRoute({
  getParentRoute: () => client,
  path: '/markets',
  validateSearch: listSearch,
  component: page(() => import('../features/markets/MarketsPage.tsx')),
});
const marketEditor = createRoute({
  getParentRoute: () => client,
  path: '/markets/explore/$marketId',
  validateSearch: startSearch,
  component: page(() => import('../features/markets/MarketEditorPage.tsx')),
});
const segments = createRoute({
  getParentRoute: () => client,
  path: '/segments',
  validateSearch: listSearch,
  component: page(() => import('../features/segments/SegmentsPage.tsx')),
});
const segmentEditor = createRoute({
  getParentRoute: () => client,
  path: '/segments/edit/$segmentId',
  validateSearch: (search: Record<string, unknown>): { market?: string } => ({ market: textOf(search.market) }),
  component: page(() => import('../features/segments/editor/SegmentEditorPage.tsx')),
});
const segmentView = createRoute({
  getParentRoute: () => client,
  path: '/segments/view/$segmentId',
  validateSearch: segmentViewSearch,
  component: page(() => import('../features/segments/view/SegmentViewPage.tsx')),
});
const exports = createRoute({
  getParentRoute: () => client,
  path: '/exports',
  validateSearch: pageOf,
  component: page(() => import('../features/exports/ExportsPage.tsx')),
});
const oneExport = createRoute({
  getParentRoute: () => client,
  path: '/exports/$exportId',
  component: page(() => import('../features/exports/ExportPage.tsx')),
});
const tags = createRoute({
  getParentRoute: () => client,
  path: '/tags',
  validateSearch: searchOf,
  component: page(() => import('../features/tags/TagsPage.tsx')),
});
// Tags are also known as talk tracks.
const talkTracks = createRoute({
  getParentRoute: () => client,
  path: '/talk-tracks',
  validateSearch: searchOf,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/app/$clientName/tags', params, search, replace: true });
  },
});
const scoringFields = createRoute({
  getParentRoute: () => client,
  path: '/scoring',
  validateSearch: searchOf,
  component: page(() => import('../features/scoring/ScoringFieldsPage.tsx')),
});
const scoringEditor = createRoute({
  getParentRoute: () => client,
  path: '/scoring/$scoringConfigId',
  component: page(() => import('../features/scoring/ScoringEditorPage.tsx')),
});
const analysisReports = createRoute({
  getParentRoute: () => client,
  path: '/scoring/analysis',
  validateSearch: searchOf,
  component: page(() => import('../features/scoring-analysis/ReportsPage.tsx')),
});
const newAnalysisReport = createRoute({
  getParentRoute: () => client,
  path: '/scoring/analysis/new',
  component: page(() => import('../features/scoring-analysis/ReportFormPage.tsx')),
});
const editedAnalysisReport = createRoute({
  getParentRoute: () => client,
  path: '/scoring/analysis/edit/$scoringAnalysisReportId',
  component: page(() => import('../features/scoring-analysis/ReportFormPage.tsx')),
});
const analysisResults = createRoute({
  getParentRoute: () => client,
  path: '/scoring/analysis/results/$scoringAnalysisReportId',
  component: page(() => import('../features/scoring-analysis/ReportPage.tsx')),
});
const dataDirectory = createRoute({
  getParentRoute: () => client,
  path: '/data-directory',
  validateSearch: directorySearch,
  component: page(() => import('../features/data-directory/DataDirectoryPage.tsx')),
});
const test = createRoute({
  getParentRoute: () => client,
  path: '/test',
  component: page(() => import('../features/system/TestPage.tsx')),
});
const unknownInClient = createRoute({
  getParentRoute: () => client,
  path: '$',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/$clientName', params: { clientName: params.clientName }, replace: true });
  },
});

/** An account's pages, except for its settings. */
export const accountPages = [
  companies,
  markets,
  marketEditor,
  segments,
  segmentEditor,
  segmentView,
  exports,
  oneExport,
  tags,
  talkTracks,
  scoringFields,
  scoringEditor,
  analysisReports,
  newAnalysisReport,
  editedAnalysisReport,
  analysisResults,
  dataDirectory,
  test,
  unknownInClient,
] as const;
