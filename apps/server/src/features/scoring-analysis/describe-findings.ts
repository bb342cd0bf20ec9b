import type { AnalysisResults, FindingGroup } from '@quarry/contracts';

const GROUPS = 5;
const FINDINGS = 2;

/** The main findings of a report in words; the same for the same results. */
export function describeFindings(
  { scores, goodSetSize, otherSetSize, holdOut }: AnalysisResults,
  mode: 'vsAll' | 'vsOther',
): string {
  const others = mode === 'vsAll' ? 'all other companies in the dataset' : 'the other companies';
  const sets = `Compares ${counted(goodSetSize, 'target company', 'target companies')} with ${others} (${number(otherSetSize)}).`;
  const groups = scores.filter((group) => group.findings.some(({ isSignificant }) => isSignificant)).slice(0, GROUPS);
  if (groups.length === 0) return `${sets} No data point tells the targets from the others reliably.`;
  const lines = groups.map((group) => `- ${describeGroup(group)}`);
  const check =
    holdOut === null
      ? []
      : [
          `Checked on ${counted(holdOut.targets, 'target', 'targets')} that the suggested rules were not made from: a target scores above another company in ${percent(holdOut.auc)} of cases.`,
        ];
  return [sets, 'What sets the targets apart most:', ...lines, ...check].join('\n');
}

function describeGroup({ displayName, findings }: FindingGroup): string {
  const main = findings
    .filter(({ isSignificant }) => isSignificant)
    .toSorted((one, other) => Math.abs(other.score) - Math.abs(one.score))
    .slice(0, FINDINGS);
  const parts = main.map(
    ({ value, goodPercentage, badPercentage }) =>
      `${value} (${percent(goodPercentage)} of targets, ${percent(badPercentage)} of others)`,
  );
  return `${displayName}: ${parts.join('; ')}`;
}

const number = (value: number) => value.toLocaleString('en-US');
const counted = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`;
const percent = (share: number) => `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
