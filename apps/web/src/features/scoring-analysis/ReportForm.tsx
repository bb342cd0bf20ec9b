import { Alert, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { ANALYSIS_NAME_MAX, type AnalysisReport, FEW_TARGETS } from '@quarry/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { formatNumber, plural } from '../../lib/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useLeaveBlocker } from '../../ui/use-leave-blocker.tsx';
import classes from './analysis.module.css';
import { domainsIn, draftOf, EMPTY_DRAFT, problemsOf, type ReportDraft } from './report-draft.ts';
import { useSaveReport } from './use-save-report.ts';

/** The settings of a report: its name, and whom it compares. */
export function ReportForm(props: { title: string; clientName: string; report: AnalysisReport | null }) {
  const { clientName, report } = props;
  const navigate = useNavigate();
  // Another person's change doesn't replace what is being typed.
  const [saved] = useState(report === null ? EMPTY_DRAFT : draftOf(report));
  const [draft, setDraft] = useState(saved);
  const [isChecked, setChecked] = useState(false);
  const saving = useSaveReport(clientName, report?.id ?? null);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved);
  const problems = problemsOf(draft);
  const shown = isChecked ? problems : {};
  const targets = domainsIn(draft.goodDomains).length;
  const edit = (change: Partial<ReportDraft>) => setDraft((old) => ({ ...old, ...change }));

  async function save(): Promise<string | null> {
    setChecked(true);
    return Object.keys(problems).length > 0 ? null : saving.save(draft);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    const id = await save();
    if (id === null) return;
    await navigate({
      to: '/app/$clientName/scoring/analysis/results/$scoringAnalysisReportId',
      params: { clientName, scoringAnalysisReportId: id },
      ignoreBlocker: true,
    });
  }
  const leave = useLeaveBlocker({ isDirty, onSave: async () => (await save()) !== null });

  return (
    <form className={classes.page} onSubmit={(event) => void submit(event)} noValidate>
      <PageHeader
        title={props.title}
        clientName={clientName}
        context={
          <TextLink to="/app/$clientName/scoring/analysis" params={{ clientName }} size="sm">
            All reports
          </TextLink>
        }
        actions={
          <ReasonButton
            type="submit"
            loading={saving.isSaving}
            disabledReason={isDirty || report?.status === 'Error' ? null : 'Nothing has changed yet'}
            onClick={(event) => event.currentTarget.form?.requestSubmit()}
          >
            Save
          </ReasonButton>
        }
      />
      <Stack className={classes.form} gap="md">
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          maxLength={ANALYSIS_NAME_MAX}
          value={draft.name}
          error={shown.name}
          onChange={({ currentTarget }) => edit({ name: currentTarget.value })}
          data-autofocus
        />
        <DomainList
          label="Target domains"
          description="Companies that you want more of, such as your customers: one domain or web address a line. About 50 work best."
          value={draft.goodDomains}
          error={shown.goodDomains}
          onChange={(goodDomains) => edit({ goodDomains })}
        />
        {targets > 0 && targets < FEW_TARGETS && (
          <Alert color="gold" icon={<IconInfoCircle aria-hidden />}>
            {`${plural(targets, 'target domain')} rarely ${targets === 1 ? 'shows' : 'show'} anything reliable. Add more if you can: at least ${FEW_TARGETS}.`}
          </Alert>
        )}
        <Radio.Group
          label="Compare with"
          value={draft.mode}
          onChange={(mode) => edit({ mode: mode === 'vsOther' ? 'vsOther' : 'vsAll' })}
        >
          <Group mt={6} gap="lg">
            <Radio value="vsAll" label="All other companies of the dataset" />
            <Radio value="vsOther" label="Other domains" />
          </Group>
        </Radio.Group>
        {draft.mode === 'vsOther' && (
          <DomainList
            label="Other domains"
            description="Companies that you do not want, such as lost deals: one domain or web address a line. Domains that are targets too count as targets."
            value={draft.otherDomains}
            error={shown.otherDomains}
            onChange={(otherDomains) => edit({ otherDomains })}
          />
        )}
      </Stack>
      {leave.dialog}
    </form>
  );
}

function DomainList(props: {
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const count = domainsIn(props.value).length;
  return (
    <div>
      <Textarea
        label={props.label}
        description={props.description}
        placeholder={'example.com\nhttps://www.example.org/about'}
        autosize
        minRows={6}
        maxRows={16}
        spellCheck={false}
        value={props.value}
        error={props.error}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      />
      <p className={classes.count} aria-live="polite">
        {count === 0 ? 'No domains yet' : `${formatNumber(count)} ${count === 1 ? 'domain' : 'domains'}`}
      </p>
    </div>
  );
}
