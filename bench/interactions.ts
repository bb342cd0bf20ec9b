/**
 * How long the explorer takes from an interaction to its next paint, in Chromium on 50,000 rows:
 * `npm run bench -- interactions`. Chromium measures it itself (the Event Timing of its Interaction to Next
 * Paint), so the server's answers are not part of it. Budget: the 95th percentile of each kind of interaction at most
 * 100 ms. Needs a built web app (`npm run build`), and a browser: `QUARRY_CHROMIUM` names its program.
 */
import { chromium, type Page } from 'playwright';
import { z } from 'zod';
import { DEMO_SIGN_INS } from '../apps/server/src/features/accounts/identity/demo-users.ts';
import { BENCH_CLIENT, BENCH_PASSWORD, benchFolder, openBench } from './open-bench.ts';
import { startServerProcess } from './server-process.ts';
import { percentile } from './statistics.ts';

const PORT = 4179;
const ROUNDS = 20;
const WARM_UP = 3;
const BUDGET_MS = 100;
/** After an interaction, for its paint to be reported and for the answers that it asked for. */
const SETTLE_MS = 250;

const durations = z.array(z.number());

/** Has the page keep the duration of its interactions. Events that take less than a frame are not reported. */
const KEEP_DURATIONS = `
  globalThis.interactionDurations = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) globalThis.interactionDurations.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** An interaction, and what brings the page back to where it can be repeated. */
interface Interaction {
  readonly name: string;
  readonly act: (round: number) => Promise<unknown>;
  readonly reset?: () => Promise<unknown>;
}

async function takeDurations(page: Page): Promise<number[]> {
  await page.waitForTimeout(SETTLE_MS);
  return durations.parse(await page.evaluate('globalThis.interactionDurations.splice(0)'));
}

async function measure(page: Page, { act, reset }: Interaction): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    await takeDurations(page);
    await act(round);
    const [longest = 0] = (await takeDurations(page)).toSorted((one, other) => other - one);
    if (round >= WARM_UP) times.push(longest);
    await reset?.();
  }
  return times;
}

/** In an order in which each leaves the page as the next needs it. */
function interactions(page: Page): Interaction[] {
  const { keyboard } = page;
  const grid = page.getByRole('grid', { name: 'Companies' });
  const rows = grid.getByRole('row');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  const picker = page.getByRole('combobox', { name: 'Search data points' });
  const columns = page.getByRole('dialog', { name: 'Configure table' });
  const choose = panel.getByRole('button', { name: /^(Choose a data point|Data point)/ }).last();
  return [
    { name: 'arrow key in the table', act: (round) => keyboard.press(round % 2 === 0 ? 'ArrowDown' : 'ArrowUp') },
    {
      name: 'open a company',
      act: (round) =>
        rows
          .nth(2 + (round % 5))
          .getByRole('link')
          .first()
          .click(),
      reset: () => keyboard.press('Escape'),
    },
    {
      name: 'next company with its panel open',
      act: (round) => (round === 0 ? rows.nth(2).getByRole('link').first().click() : keyboard.press('ArrowDown')),
    },
    {
      name: 'close a company',
      act: () => keyboard.press('Escape'),
      reset: () => rows.nth(2).getByRole('link').first().click(),
    },
    {
      name: 'open the column list',
      act: () => page.getByRole('button', { name: 'Configure columns' }).click(),
      reset: () => columns.getByRole('button', { name: 'Cancel' }).click(),
    },
    {
      name: 'toggle a column',
      act: async (round) => {
        if (round === 0) await page.getByRole('button', { name: 'Configure columns' }).click();
        await takeDurations(page);
        await columns
          .getByRole('checkbox')
          .nth(3 + (round % 6))
          .click();
      },
    },
    {
      name: 'show the chosen columns',
      act: () => columns.getByRole('button', { name: 'Save' }).click(),
      reset: async () => {
        await page.getByRole('button', { name: 'Configure columns' }).click();
        await columns.getByRole('checkbox').nth(4).click();
      },
    },
    {
      name: 'open the picker',
      act: () => choose.click(),
      reset: () => keyboard.press('Escape'),
    },
    {
      name: 'arrow key in the picker',
      act: async (round) => {
        if (round === 0) await choose.click();
        await picker.press('ArrowDown');
      },
    },
    {
      name: 'letter in the picker',
      act: (round) => picker.press(round % 2 === 0 ? 'e' : 'Backspace'),
    },
    {
      name: 'apply filters',
      act: async (round) => {
        if (round === 0) {
          await picker.fill('Employees');
          await page
            .getByRole('option', { name: /^Employees/ })
            .first()
            .click();
        }
        await panel
          .getByRole('textbox', { name: 'Value' })
          .last()
          .fill(String(10 + round));
        await takeDurations(page);
        await panel.getByRole('button', { name: 'Apply filters' }).click();
      },
    },
  ];
}

/** Opens what the next interactions need. */
async function prepare(page: Page, name: string): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Companies' });
  if (name === 'arrow key in the table') {
    await grid.getByRole('row').nth(6).waitFor();
    await grid.getByRole('gridcell').first().focus();
  }
  if (name === 'open the column list') await page.keyboard.press('Escape');
  if (name === 'open the picker') {
    await page.getByRole('dialog', { name: 'Configure table' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Filters' }).click();
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(`/app/${BENCH_CLIENT}`)}`);
  await page.getByLabel('Email').fill(DEMO_SIGN_INS.staff);
  await page.getByLabel('Password', { exact: true }).fill(BENCH_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Runs and prints the measurement. Returns true if it is within budget. */
export async function interactionTimes(companies: number): Promise<boolean> {
  await (await openBench(companies)).close();
  const { QUARRY_CHROMIUM: executablePath } = process.env;
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const server = await startServerProcess(benchFolder(companies), PORT, {
    QUARRY_DEMO: 'on',
    QUARRY_DEMO_PASSWORD: BENCH_PASSWORD,
    QUARRY_DEMO_COMPANIES: String(companies),
  });
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    await page.addInitScript({ content: KEEP_DURATIONS });
    await signIn(page);
    console.log(`${ROUNDS} times each, in ms: median, 95th percentile`);
    let worst = 0;
    for (const interaction of interactions(page)) {
      await prepare(page, interaction.name);
      const times = await measure(page, interaction);
      const p95 = percentile(times, 0.95);
      worst = Math.max(worst, p95);
      console.log(
        `${interaction.name.padEnd(36)} ${String(percentile(times, 0.5)).padStart(5)} ${String(p95).padStart(5)}`,
      );
    }
    console.log(`worst 95th percentile: ${worst} ms (budget ${BUDGET_MS})`);
    return worst <= BUDGET_MS;
  } finally {
    await browser.close();
    await server.stop();
  }
}
