import { Paper, Text, Title, VisuallyHidden } from '@mantine/core';
import type { AnalysisResults, HoldOutCheck } from '@quarry/contracts';
import { formatPercentage, plural } from '../../lib/format.ts';
import classes from './analysis.module.css';

/** How well the suggested rules find targets that they were not made from: the targets among each tenth by score. */
export function HoldOutChart({ check }: { check: AnalysisResults['holdOut'] }) {
  return (
    <Paper withBorder className={classes.card}>
      <Title order={2} className={classes.cardTitle}>
        Check of the suggested rules
      </Title>
      {check === null ? (
        <Text size="sm" c="dimmed">
          With 25 targets or more, a fifth of them is held out to check whether the suggested rules would have found
          them.
        </Text>
      ) : (
        <Lift check={check} />
      )}
    </Paper>
  );
}

function Lift({ check: { auc, lift, targets, others } }: { check: HoldOutCheck }) {
  const highest = Math.max(...lift.map(({ targetShare }) => targetShare));
  return (
    <>
      <Text size="sm">
        {`A held-out target scores above another company in ${formatPercentage(auc)} of cases. Guessing gives 50%.`}
      </Text>
      <figure className={classes.lift}>
        <div className={classes.liftBars} aria-hidden="true">
          {lift.map(({ upTo, targetShare }, at) => (
            <span
              key={upTo}
              className={classes.liftBar}
              style={{ blockSize: `${highest === 0 ? 0 : (targetShare / highest) * 100}%` }}
              data-hint={`${tenth(at)}: ${formatPercentage(targetShare)} of the held-out targets`}
            />
          ))}
        </div>
        <div className={classes.liftAxis} aria-hidden="true">
          <span>Best tenth by score</span>
          <span>Worst tenth</span>
        </div>
        <VisuallyHidden>
          <table>
            <caption>Held-out targets in each tenth of the companies by score</caption>
            <tbody>
              {lift.map(({ upTo, targetShare }, at) => (
                <tr key={upTo}>
                  <th scope="row">{tenth(at)}</th>
                  <td>{formatPercentage(targetShare)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </VisuallyHidden>
        <figcaption className={classes.muted}>
          {`Share of the targets in each tenth, over ${plural(targets, 'held-out target')} and ${plural(others, 'other company', 'other companies')}`}
        </figcaption>
      </figure>
    </>
  );
}

const tenth = (at: number) => (at === 0 ? 'Best tenth' : `Tenth ${at + 1}`);
