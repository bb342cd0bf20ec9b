// Starts a stand-in of each CRM with some records, and prints the settings with which Quarry connects to them.
// Consent is given at once. Usage: node apps/server/src/features/integrations/testing/run-stand-ins.ts [first port]
import { startHubspot } from './stand-ins/hubspot/index.ts';
import { startPipedrive } from './stand-ins/pipedrive/index.ts';
import { startSalesforce } from './stand-ins/salesforce/index.ts';

const FIRST_PORT = 4390;
const COMPANIES = ['Analytical Engines', 'Bright Harbour', 'Cedar Works'];

const port = Number(process.argv[2] ?? FIRST_PORT);
const [hubspot, salesforce, pipedrive] = await Promise.all([
  startHubspot({ port }),
  startSalesforce({ port: port + 1 }),
  startPipedrive({ port: port + 2 }),
]);

for (const name of COMPANIES) {
  const domain = `${name.toLowerCase().replaceAll(' ', '-')}.example`;
  hubspot.companies.create({ name, domain });
  salesforce.companies.create({ Name: name, Website: `https://www.${domain}` });
  pipedrive.companies.create({ name, website: `www.${domain}` });
}

const settings = { ...hubspot.environment, ...salesforce.environment, ...pipedrive.environment };
console.log(
  ['QUARRY_PRIVATE_TARGETS=on', ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)].join('\n'),
);
