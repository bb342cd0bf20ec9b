import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router';
import { clientsSearch } from '../features/clients/clients-search.ts';
import { editorSearch } from '../features/clients/editor-search.ts';
import { importSearch } from '../features/company-imports/import-search.ts';
import { userQuery } from '../lib/client-context.tsx';
import { listSearch, pageOf } from '../lib/list-search.ts';
import { queryClient } from '../lib/query-client.ts';
import { signedIn } from './parents.ts';

async function requireStaff(): Promise<void> {
  const user = await queryClient.ensureQueryData(userQuery);
  if (!user.staffPermissions.includes('VIEW_ANY_ACCOUNT')) throw redirect({ to: '/app', replace: true });
}

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  beforeLoad: requireStaff,
  component: page(() => import('../features/admin/AdminFrame.tsx')),
});
const clients = createRoute({
  getParentRoute: () => admin,
  path: '/clients',
  validateSearch: clientsSearch,
  component: page(() => import('../features/clients/ClientsPage.tsx')),
});
const clientEditor = createRoute({
  getParentRoute: () => admin,
  path: '/clients/$name',
  validateSearch: editorSearch,
  component: page(() => import('../features/clients/ClientPage.tsx')),
});
const estimation = createRoute({
  getParentRoute: () => admin,
  path: '/market-estimations',
  component: page(() => import('../features/market-estimation/EstimationPage.tsx')),
});
const coverageList = createRoute({
  getParentRoute: () => admin,
  path: '/coverage-analyses',
  validateSearch: listSearch,
  component: page(() => import('../features/coverage-analyses/CoverageListPage.tsx')),
});
const coverage = createRoute({
  getParentRoute: () => admin,
  path: '/coverage-analysis/$id',
  component: page(() => import('../features/coverage-analyses/CoveragePage.tsx')),
});
const universe = createRoute({
  getParentRoute: () => admin,
  path: '/universe',
  validateSearch: pageOf,
  component: page(() => import('../features/universe/UniversePage.tsx')),
});
const importFile = createRoute({
  getParentRoute: () => admin,
  path: '/universe/import',
  validateSearch: importSearch,
  component: page(() => import('../features/company-imports/ImportFilePage.tsx')),
});
const companyImport = createRoute({
  getParentRoute: () => admin,
  path: '/universe/imports/$importId',
  component: page(() => import('../features/company-imports/CompanyImportPage.tsx')),
});
const toolbox = createRoute({
  getParentRoute: () => admin,
  path: '/toolbox',
  component: page(() => import('../features/toolbox/ToolboxPage.tsx')),
});
const dictionary = createRoute({
  getParentRoute: () => admin,
  path: '/data-blocks-dictionary',
  component: page(() => import('../features/data-blocks/DictionaryPage.tsx')),
});
const people = createRoute({
  getParentRoute: () => admin,
  path: '/people',
  component: page(() => import('../features/erasures/ErasuresPage.tsx')),
});
const system = createRoute({
  getParentRoute: () => admin,
  path: '/system',
  component: page(() => import('../features/system/SystemPage.tsx')),
});
const marketRequests = createRoute({
  getParentRoute: () => admin,
  path: '/market-requests',
  validateSearch: pageOf,
  component: page(() => import('../features/markets/MarketRequestsPage.tsx')),
});
const start = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/clients', replace: true });
  },
});
const unknown = createRoute({
  getParentRoute: () => admin,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/admin', replace: true });
  },
});

/** The pages of /admin, for staff. */
export const adminPages = admin.addChildren([
  start,
  clients,
  clientEditor,
  estimation,
  coverageList,
  coverage,
  universe,
  importFile,
  companyImport,
  toolbox,
  dictionary,
  people,
  system,
  marketRequests,
  unknown,
]);
