import { Group, Switch, Text } from '@mantine/core';
import { type AnalysisReport, type AnalysisResults, STRONG_SCORE } from '@quarry/contracts';
import { IconChartHistogram } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { plural } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { writeRulesHash } from '../scoring/rules-hash.ts';
import classes from './analysis.module.css';
import { FindingGroupCard } from './FindingGroupCard.tsx';
import { ResultsOverview } from './ResultsOverview.tsx';
import { noSaveReason, selectedRules, suggestedIds } from './selected-rules.ts';

/** The findings of a report, of which people choose the rules of a scoring field. */
export function ReportResults(props: { clientName: string; report: AnalysisReport; results: AnalysisResults }) {
  const { clientName, report, results } = props;
  const { scores: groups } = results;
  const navigate = useNavigate();
  const [selected, setSelected] = useState(() => suggestedIds(groups));
  const [isLowHidden, setLowHidden] = useState(true);
  const shown = isLowHidden ? groups.filter(({ isImpactful }) => isImpactful) : groups;
  const strong = groups.flatMap(({ findings }) => findings.filter(({ score }) => Math.abs(score) > STRONG_SCORE));
  const reason = noSaveReason(selected.size);

  function select(ids: readonly string[], isSelected: boolean) {
    setSelected((old) => {
      const next = new Set(old);
      for (const id of ids) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }
  function saveAsField() {
    const hash = writeRulesHash({ rules: selectedRules(groups, selected), reportId: report.id });
    void navigate({ href: `/app/${encodeURIComponent(clientName)}/scoring/new#${hash}` });
  }

  return (
    <div className={classes.results}>
      <ResultsOverview clientName={clientName} report={report} results={results} />
      <div className={classes.findings}>
        <div className={classes.bar}>
          <Text size="sm">
            {`${plural(selected.size, 'rule')} selected`}
            <span className={classes.muted}>{` · ${plural(strong.length, 'strong indicator')}`}</span>
          </Text>
          <Group gap="md">
            <Switch
              label="Hide low impact fields"
              checked={isLowHidden}
              onChange={({ currentTarget }) => setLowHidden(currentTarget.checked)}
            />
            <ReasonButton disabledReason={reason} onClick={saveAsField}>
              Save as scoring field
            </ReasonButton>
          </Group>
          {selected.size > 0 && reason !== null && (
            <Text size="sm" c="red" role="alert">
              {reason}
            </Text>
          )}
        </div>
        {groups.length === 0 ? (
          <EmptyState title="Nothing sets the targets apart" icon={<IconChartHistogram size={28} aria-hidden="true" />}>
            No value occurs in at least five companies and more often in one of the sets. More target domains or data
            points may help.
          </EmptyState>
        ) : (
          <>
            <Legend />
            {shown.map((group) => (
              <FindingGroupCard key={group.fieldName} group={group} selected={selected} onSelect={select} />
            ))}
            {shown.length < groups.length && (
              <Text size="sm" c="dimmed">
                {`${plural(groups.length - shown.length, 'field')} with low impact ${groups.length - shown.length === 1 ? 'is' : 'are'} hidden.`}
              </Text>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function Legend() {
  return (
    <p className={classes.legend} aria-hidden="true">
      <span className={classes.targetKey} /> Share of targets
      <span className={classes.otherKey} /> Share of others
    </p>
  );
}
