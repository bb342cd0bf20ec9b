/**
 * Runs statements on a data folder as the engine's own command line would, without any setting or session of Quarry: reads
 * one from each line of the input, as JSON text, and prints its rows. The folder must not be in use.
 */
import { createInterface } from 'node:readline';
import { Session } from 'chdb';
import { z } from 'zod';

const [path = ''] = process.argv.slice(2);
const session = new Session(path);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(session.query(z.string().parse(JSON.parse(line)), 'JSONEachRow'));
}
session.close();
