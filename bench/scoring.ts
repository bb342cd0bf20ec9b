/**
 * Scores of every company under a hundred rules, over HTTP: `npm run bench -- scoring [companies]`. Budget: at most 1.5
 * times one pass by hand that computes the same column and writes it. Also prints how long it takes if every company's
 * score changes, which the history records, and how long an unsaved score takes to preview and to be distributed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ident, inline, join, param, type Sql, sql, text, texts, uint } from '@quarry/clickhouse';
import type { ScoringRule } from '@quarry/contracts';
import { z } from 'zod';
import { type Bench, openBench } from './open-bench.ts';
import { ensurePlainTables } from './plain-tables.ts';
import { median } from './statistics.ts';

const RULES = 100;
const ROUNDS = 5;
const BUDGET = 1.5;
const PATH = '/app/scoring/configs';

/** A rule, and its condition on the plain table by hand. */
interface BenchRule {
  readonly rule: ScoringRule;
  readonly where: Sql;
}

const COUNTRIES = ['DE', 'FR', 'GB', 'ES', 'IT', 'NL', 'SE', 'PL', 'US', 'CA'];
const TECHNOLOGIES = ['Salesforce', 'HubSpot', 'Marketo', 'Stripe', 'Shopify', 'Segment', 'Zendesk', 'Intercom'];
const WORDS = ['hospital', 'insurance', 'payments', 'cloud', 'logistics', 'energy', 'retail', 'education'];

/** Numbers, categories, lists, dates and a few texts, in the shares in which people use them; no two alike. */
function benchRules(): BenchRule[] {
  return Array.from({ length: RULES }, (_none, at): BenchRule => {
    const score = (at % 21) - 10 || 1;
    const rule = (field: string, operator: string, value: ScoringRule['value'], where: Sql): BenchRule => ({
      rule: { id: `r${at}`, field, operator, value, score },
      where,
    });
    const nth = Math.floor(at / 10);
    const [one = '', other = ''] = [TECHNOLOGIES[nth % 8], TECHNOLOGIES[(nth + 3) % 8]];
    const [country = '', second = ''] = [COUNTRIES[nth], COUNTRIES[(nth + 1) % 10]];
    switch (at % 10) {
      case 0:
      case 1:
        return rule('employee_count', 'gte', at * 11, sql`ifNull(employee_count >= ${uint(at * 11)}, 0)`);
      case 2:
        return rule('founded_year', 'lt', 1950 + at, sql`ifNull(founded_year < ${uint(1950 + at)}, 0)`);
      case 3:
        return rule('monthly_visits', 'gt', at * 500, sql`ifNull(monthly_visits > ${uint(at * 500)}, 0)`);
      case 4:
      case 5:
        return rule('country', 'isOneOf', [country, second], sql`country IN ${texts([country, second])}`);
      case 6:
        return rule('industry', 'notOneOf', [`Industry ${at}`], sql`industry != ${text(`Industry ${at}`)}`);
      case 7:
      case 8:
        return rule('technologies', 'containsAnyOf', [one, other], sql`hasAny(technologies, ${texts([one, other])})`);
      default: {
        const word = WORDS[nth % WORDS.length] ?? '';
        return rule('description', 'containsText', [word], sql`description ILIKE ${text(`%${word}%`)}`);
      }
    }
  });
}

const created = z.object({ id: z.string() });
const configs = z.object({ items: z.array(z.object({ id: z.string(), processingStatus: z.string() })) });
const preview = z.object({ companies: z.array(z.object({ __previewScore: z.number() })) });
const distribution = z.object({ values: z.array(z.object({ rangeMin: z.number(), count: z.number() })) });
const totalRow = z.object({ rows: z.number(), total: z.number() });

async function removeConfigs(bench: Bench): Promise<void> {
  for (const { id } of configs.parse(await bench.request('GET', PATH)).items) {
    await bench.request('DELETE', `${PATH}/${id}?skip-validation=true`);
  }
}

async function untilFresh(bench: Bench, id: string): Promise<void> {
  for (;;) {
    const { items } = configs.parse(await bench.request('GET', PATH));
    if (items.find((each) => each.id === id)?.processingStatus === 'Fresh') return;
    // Asking more often would take a core from the computation.
    await sleep(25);
  }
}

/** Computes the scores of all rows and writes them with one statement; returns milliseconds and the sum of scores. */
async function byHand(bench: Bench, plain: Sql, rules: readonly BenchRule[]): Promise<{ ms: number; total: number }> {
  const { warehouse } = bench.platform;
  const table = ident('bench', 'scored');
  await warehouse.command(sql`DROP TABLE IF EXISTS ${table} SYNC`, { lane: 'analysis' });
  const points = rules.map(({ rule, where }) => sql`if(${where}, ${param('Int16', rule.score)}, 0)`);
  // As plus takes two values, a list is what a person would write.
  const score = sql`toInt32(arraySum([${join(points)}]))`;
  const start = performance.now();
  await warehouse.command(
    inline(
      sql`CREATE TABLE ${table} ENGINE = MergeTree ORDER BY company_id AS SELECT company_id, ${score} AS score FROM ${plain}`,
    ),
    { lane: 'analysis' },
  );
  const ms = performance.now() - start;
  const [row] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS rows, toFloat64(sum(score)) AS total FROM ${table}`,
    totalRow,
  );
  return { ms, total: row?.total ?? 0 };
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

/** Saves scores and prints the times. Returns true if they are within budget. */
export async function scoring(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    await removeConfigs(bench);
    const { plain, rows } = await ensurePlainTables(bench);
    const benched = benchRules();
    const rules = benched.map(({ rule }) => rule);
    // Nearly every company meets the first rule.
    const others = rules.map((rule, at) => (at === 0 ? { ...rule, score: rule.score + 1 } : rule));
    const times: Record<'hand' | 'saved' | 'changed' | 'previewed' | 'distributed', number[]> = {
      hand: [],
      saved: [],
      changed: [],
      previewed: [],
      distributed: [],
    };
    let isCorrect = true;
    const { id } = created.parse(await bench.post(PATH, { name: 'Benchmark', rules }));
    await untilFresh(bench, id);
    for (let round = 0; round < ROUNDS; round++) {
      const hand = await byHand(bench, plain, benched);
      times.hand.push(hand.ms);
      const save = async (definition: readonly ScoringRule[]) => {
        await bench.request('PUT', `${PATH}/${id}`, { rules: definition });
        await untilFresh(bench, id);
      };
      times.changed.push((await timed(() => save(others))).ms);
      await save(rules);
      times.saved.push((await timed(() => save(rules))).ms);
      const previewed = await timed(() => bench.post('/app/scoring/preview', { rules }));
      times.previewed.push(previewed.ms);
      isCorrect &&= preview.parse(previewed.result).companies.length > 0;
      const distributed = await timed(() => bench.post('/app/scoring/analyze', { rules }));
      times.distributed.push(distributed.ms);
      const { values } = distribution.parse(distributed.result);
      const counted = values.reduce((sum, each) => sum + each.count, 0);
      if (counted !== rows) {
        console.log(`the distribution has ${counted} companies instead of ${rows}`);
        isCorrect = false;
      }
      const [stored] = await bench.platform.warehouse.rows(
        sql`SELECT toUInt32(count()) AS rows, toFloat64(sum(${ident(`score_${id.slice(0, 8)}`)})) AS total
          FROM ${ident(bench.dataset.database, `dataset_${bench.dataset.version}`)}`,
        totalRow,
      );
      if (stored?.total !== hand.total) {
        console.log(`the scores add up to ${stored?.total}, by hand to ${hand.total}`);
        isCorrect = false;
      }
    }
    const ratio = median(times.saved) / median(times.hand);
    const ms = (values: readonly number[]) => `${median(values).toFixed(0)} ms`;
    console.log(`${rows.toLocaleString('en')} companies, ${RULES} rules, medians of ${ROUNDS}`);
    console.log(
      `by hand ${ms(times.hand)}; saved until Fresh ${ms(times.saved)}  x${ratio.toFixed(2)} (budget ${BUDGET})`,
    );
    const [history] = await bench.platform.warehouse.rows(
      sql`SELECT toUInt32(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS total FROM system.parts
        WHERE active AND database = ${text(bench.dataset.database)} AND table = 'score_history'`,
      totalRow,
    );
    console.log(
      `with another score for every company ${ms(times.changed)}; ${((history?.total ?? 0) / (history?.rows ?? 1)).toFixed(1)} bytes in the history for each change`,
    );
    console.log(`preview ${ms(times.previewed)}, distribution ${ms(times.distributed)}`);
    await removeConfigs(bench);
    return isCorrect && ratio <= BUDGET;
  } finally {
    await bench.close();
  }
}
