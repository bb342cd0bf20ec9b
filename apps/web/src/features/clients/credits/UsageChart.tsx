import { VisuallyHidden } from '@mantine/core';
import type { getClientLimits, OutputOf } from '@quarry/contracts';
import { formatInstant, formatNumber } from '../../../lib/format.ts';
import classes from '../clients.module.css';

type Builds = OutputOf<typeof getClientLimits>['usageOverTime'];

const WIDTH = 600;
const HEIGHT = 120;

/** The companies that each build left in the dataset, as bars and as a table for screen readers. */
export function UsageChart({ builds }: { builds: Builds }) {
  const highest = Math.max(1, ...builds.map(({ companies }) => companies));
  const step = WIDTH / builds.length;
  const [first, last] = [builds[0], builds.at(-1)];
  return (
    <figure className={classes.usage}>
      <figcaption>Companies after each build · highest {formatNumber(highest)}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {builds.map(({ at, companies }, index) => {
          const height = Math.max(1, (companies / highest) * HEIGHT);
          return (
            <rect key={at} x={index * step} y={HEIGHT - height} width={Math.max(1, step - 2)} height={height}>
              <title>{`${formatInstant(at)}: ${formatNumber(companies)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden="true" className={classes.axis}>
        <span>{first && formatInstant(first.at)}</span>
        <span>{last && formatInstant(last.at)}</span>
      </div>
      <VisuallyHidden>
        <table>
          <caption>Companies after each build</caption>
          <tbody>
            {builds.map(({ at, companies, withheld }) => (
              <tr key={at}>
                <th scope="row">{formatInstant(at)}</th>
                <td>{formatNumber(companies)}</td>
                <td>{withheld ? `${formatNumber(withheld)} withheld` : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
