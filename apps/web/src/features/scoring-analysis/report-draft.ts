import { type AnalysisReport, analysisInputs, analysisName } from '@quarry/contracts';

/** A report's settings as people type them. */
export interface ReportDraft {
  readonly name: string;
  readonly goodDomains: string;
  readonly otherDomains: string;
  readonly mode: AnalysisReport['inputs']['mode'];
}

export const EMPTY_DRAFT: ReportDraft = { name: '', goodDomains: '', otherDomains: '', mode: 'vsAll' };

/** One domain a line; blank lines and repeated ones don't count. */
export function domainsIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

export function draftOf({ inputs }: Pick<AnalysisReport, 'inputs'>): ReportDraft {
  return {
    name: inputs.name,
    goodDomains: inputs.goodDomains.join('\n'),
    otherDomains: inputs.otherDomains.join('\n'),
    mode: inputs.mode,
  };
}

export function inputsOf({ goodDomains, otherDomains, mode }: ReportDraft) {
  return { goodDomains: domainsIn(goodDomains), otherDomains: domainsIn(otherDomains), mode };
}

/** What is wrong with each field, in the API's words. */
export function problemsOf(draft: ReportDraft): Partial<Record<'name' | 'goodDomains' | 'otherDomains', string>> {
  const name = analysisName.safeParse(draft.name);
  const inputs = analysisInputs.safeParse(inputsOf(draft));
  const messageAt = (field: string) => inputs.error?.issues.find(({ path: [first] }) => first === field)?.message;
  const entries = [
    ['name', name.error?.issues[0]?.message],
    ['goodDomains', messageAt('goodDomains')],
    ['otherDomains', messageAt('otherDomains')],
  ] as const;
  return Object.fromEntries(entries.filter(([, message]) => message !== undefined));
}
