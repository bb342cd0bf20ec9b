import {
  type CriteriaGroup,
  PERSONA_PREVIEW_PAGE_SIZE,
  type PersonaPreviewType,
  readPersonaPreview,
  simulatePersonaSearch,
  startPersonaPreview,
} from '@quarry/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { readAllSegments, segmentListsKey, segmentsKey } from '../../datasets/segment-queries.ts';

const PREVIEW_POLL_MS = 2_000;
/** The first poll comes sooner because many previews are quick. */
const FIRST_POLL_MS = 300;

/** All personas of the account with their segments. */
export function importablePersonasQuery(clientName: string) {
  return queryOptions({
    queryKey: [...segmentListsKey(clientName), 'personas'],
    queryFn: async ({ signal }) => {
      const segments = await readAllSegments(clientName, { includesPersonas: true, signal });
      return segments.flatMap((segment) => segment.segmentPersonas.map((persona) => ({ segment, persona })));
    },
  });
}

/** What a search would find and cost now. */
export function searchCostQuery(clientName: string, segmentId: string, personaId: string) {
  return queryOptions({
    queryKey: [...segmentsKey(clientName), 'search-cost', segmentId, personaId],
    queryFn: ({ signal }) => call(simulatePersonaSearch, { segmentId, personaId }, { client: clientName, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The people or companies that criteria find in a segment, one page (0-based): started, then polled every 2 s. */
export function personaPreviewQuery(
  clientName: string,
  segmentId: string,
  criteriaGroups: readonly CriteriaGroup[],
  previewType: PersonaPreviewType,
  pageIndex: number,
) {
  const request = {
    segmentId,
    criteriaGroups: [...criteriaGroups],
    previewType,
    offset: pageIndex * PERSONA_PREVIEW_PAGE_SIZE,
    limit: PERSONA_PREVIEW_PAGE_SIZE,
  };
  return queryOptions({
    queryKey: [...segmentsKey(clientName), 'persona-preview', request],
    queryFn: async ({ signal }) => {
      const { token } = await call(startPersonaPreview, request, { client: clientName, signal });
      for (let delayMs = FIRST_POLL_MS; ; delayMs = PREVIEW_POLL_MS) {
        await wait(delayMs, signal);
        const answer = await call(readPersonaPreview, { segmentId, token }, { client: clientName, signal });
        if (answer.status === 'SUCCEEDED' && answer.output !== null) return answer.output;
        if (answer.status !== 'RUNNING') throw new Error(answer.error ?? `The preview ended: ${answer.status}`);
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

/** Rejects when the signal aborts. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      window.clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = window.setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
