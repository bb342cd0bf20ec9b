import type { ConfigImpact } from '@quarry/contracts';
import { formatNumber } from '../../lib/format.ts';
import { Figure, Figures } from '../../ui/Figures.tsx';

/** The companies that come, go and stay with a client's next build. */
export function BuildFigures({ label, build }: { label: string; build: ConfigImpact['build'] }) {
  return (
    <Figures label={label}>
      <Figure label="Companies enter">{formatNumber(build.entering)}</Figure>
      <Figure label="Companies leave">{formatNumber(build.leaving)}</Figure>
      <Figure label="Companies afterwards">{formatNumber(build.companies)}</Figure>
      <Figure label="Withheld by the limit">{formatNumber(build.withheld)}</Figure>
    </Figures>
  );
}
