import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../migrations', import.meta.url));
const read = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8');

/** Hash of each migration; add new ones at the end. */
const RELEASED = {
  '0000_foundations.sql': 'ff29f0581a981bf0db5ce3409c839cea1cda11adf2b50a392061693f9b19fe7f',
  '0001_markets.sql': 'e4d65109f889b03235705752c21c7cf30bde735490aa3e1a8f7fe214f21df686',
  '0002_exports.sql': '76e6b16a2e486757a31bf17eb03ca8b9ea3708f30d2b0970b880017425d6dc4c',
  '0003_tags.sql': '022054dfbc32259ad16ccc5e15fc689b4e3bf87ba18640b7fc1bc2c9988c4eee',
  '0004_audit_target_id.sql': 'c4d0241a1e26126bd2b2f24c04ce5893e42e2d2b1a9c29d9ca500de6de3471ef',
  '0005_drop_queue.sql': '6a85ec68c327778d3032a7e519b83a1111ccb5bc9c3eaccc211b5ec8e3559eed',
  '0006_table_ledger.sql': '5e0d832356c9b62812a8a9ca491e0d05ae39b5f4b4e55892f8831f0bb5febcaa',
  '0007_stores.sql': '69709ec5f6813ae64a365a3f07e3412ba03c9a2481038541fe54019ae510168f',
  '0008_selections.sql': '2e4fc086dfdebebe5c9b158c83811f5df746ae22b49677b5213eaa4204178750',
  '0009_views.sql': '32f64ca9da74ae9e23d97a77d5a0873fc5e8b34fa2a249db3130ca540101d781',
  '0010_market_requests.sql': 'b1017fc1ca8dd44979354bb092e910627a65d26cd81ac9c0c322ba5ef2a182af',
  '0011_segments.sql': '91661895c424cd7ce2676700f12e8396907bcf51ae5e10db78c902ff11fdb450',
  '0012_contacts_in_segments.sql': 'f6ce627df11686dbfb777f3d4498e357a8a73caf765caeb97dfa43be6ef4ed8f',
  '0013_suppressions.sql': '72e119d286ed07ffe33b3da69e7696e0155bc8c5bfe762b114222998050664f1',
  '0014_scoring.sql': '9d4408742749c47e0ee47a2cce45a4821cb16fbd21f7dfec5f2aec1be658dec1',
  '0015_drop_company_sync_statuses.sql': 'e3c5d6473a57517ce25e8f288af78eae85761750159e1e048251bbcd84daa491',
  '0016_connectors.sql': '2d4b03a1b361d688d097327ce8439e0008d6805961e862baec0599168e2f158d',
  '0017_admin_area.sql': '7f337280c591f9a7e6ec39fa11de43193744b0cfbefb805a85951848b664f87b',
  '0018_score_history.sql': '75c797171dfb6d2c9db20dc805b6b2f366f9976ac38434eed319f341a9339233',
  '0019_universe_imports.sql': '3019b245b70d3e574d8fbbc4669fb69fd520274a7b62ebe8cf2eec5981ed550d',
  '0020_lighter_findings.sql': '95a5ad7b56787307cce0068d1037957402b23f9c60ece5f7fc21f0b4eb21a62d',
};

test('released migrations do not change', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  const hashes = files.map((name) => [name, createHash('sha256').update(read(name)).digest('hex')]);
  expect(Object.fromEntries(hashes)).toEqual(RELEASED);
});

test('every migration is in the journal, in order', () => {
  const tags = Object.keys(RELEASED).map((name) => ({ tag: name.replace('.sql', '') }));
  expect(JSON.parse(read('meta/_journal.json'))).toMatchObject({ entries: tags });
});
